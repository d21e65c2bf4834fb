import { type Account, type AccountRepository, foldText } from "@kalends/core/storage";
import { toFoldedEmail } from "../database/account-schema.ts";
import type { Connection, Value } from "../database/connection.ts";
import { PREFIX } from "../database/prefix.ts";
import type { Session } from "../transactions/transactions.ts";
import { createIdSequences } from "./id-sequences.ts";
import { createRowWriter, readRecords } from "./records.ts";
import { createSignInRecordRepository, removeSignInRecords } from "./sign-in-record-repository.ts";

const saveRow = createRowWriter<Account>("accounts", [
  ["id", ({ id }) => id],
  ["folded_name", ({ name }) => foldText(name)],
  ["folded_email", toFoldedEmail],
  ["json", (account) => JSON.stringify(account)],
]);

export const saveAccount = (connection: Connection, account: Account): void => {
  saveRow(connection, account);
  for (const [table, entries] of [
    ["credentials", account.credentials],
    ["passkeys", account.passkeys ?? []],
  ] as const) {
    connection.run(`DELETE FROM ${PREFIX}${table} WHERE account_id = ?`, [account.id]);
    connection.run(`INSERT INTO ${PREFIX}${table} (id, account_id) SELECT value, ? FROM json_each(?)`, [
      account.id,
      JSON.stringify(entries.map(({ id }) => id)),
    ]);
  }
};

export const createAccountRepository = (session: Session): AccountRepository => {
  const many = (statement: string, values: readonly Value[]): Promise<readonly Account[]> =>
    readRecords(session, statement, values);
  const one = async (statement: string, value: Value): Promise<Account | undefined> =>
    (await many(statement, [value]))[0];
  return {
    ids: createIdSequences(session),
    signInRecords: createSignInRecordRepository(session),
    find: (id) => one(`SELECT json FROM ${PREFIX}accounts WHERE id = ?`, id),
    findByName: (name) => one(`SELECT json FROM ${PREFIX}accounts WHERE folded_name = ?`, foldText(name)),
    findByEmail: (address) =>
      many(`SELECT json FROM ${PREFIX}accounts WHERE folded_email = ? ORDER BY id`, [foldText(address)]),
    findByCredential: (credentialId) =>
      one(
        `SELECT json FROM ${PREFIX}accounts WHERE id = (SELECT account_id FROM ${PREFIX}credentials WHERE id = ?)`,
        credentialId,
      ),
    findByPasskey: (passkeyId) =>
      one(
        `SELECT json FROM ${PREFIX}accounts WHERE id = (SELECT account_id FROM ${PREFIX}passkeys WHERE id = ?)`,
        passkeyId,
      ),
    list: () => many(`SELECT json FROM ${PREFIX}accounts ORDER BY id`, []),
    save: (account) =>
      session.write((connection) => {
        const name = foldText(account.name);
        const holder = `SELECT id FROM ${PREFIX}accounts WHERE folded_name = ? AND id <> ?`;
        if (connection.value(holder, [name, account.id]) !== undefined) return false;
        saveAccount(connection, account);
        return true;
      }),
    remove: (id) =>
      session.write((connection) => {
        connection.run(`DELETE FROM ${PREFIX}credentials WHERE account_id = ?`, [id]);
        connection.run(`DELETE FROM ${PREFIX}passkeys WHERE account_id = ?`, [id]);
        removeSignInRecords(connection, id);
        return connection.run(`DELETE FROM ${PREFIX}accounts WHERE id = ?`, [id]) > 0;
      }),
  };
};
