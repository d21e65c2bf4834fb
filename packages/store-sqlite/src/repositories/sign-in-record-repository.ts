import type {
  SignInRecord,
  SignInRecordKind,
  SignInRecordOf,
  SignInRecordRepository,
} from "@kalends/core/storage";
import type { Connection, Value } from "../database/connection.ts";
import { PREFIX } from "../database/prefix.ts";
import type { Session } from "../transactions/transactions.ts";
import { readRecords } from "./records.ts";

const TABLE = `${PREFIX}sign_in_records`;
const COLUMNS = "account_id, created, expires, json";

const valuesOf = (record: SignInRecord): readonly Value[] => [
  record.accountId ?? null,
  record.created,
  record.expires,
  JSON.stringify(record),
];

/**
 * Removes sign-in records of an account and returns their number. With `kind`, removes only records of this
 * kind, except the one with `exceptDigest`. Otherwise removes all.
 */
export const removeSignInRecords = (
  connection: Connection,
  accountId: number,
  kind?: SignInRecordKind,
  exceptDigest = "",
): number =>
  kind === undefined
    ? connection.run(`DELETE FROM ${TABLE} WHERE account_id = ?`, [accountId])
    : connection.run(`DELETE FROM ${TABLE} WHERE account_id = ? AND kind = ? AND digest <> ?`, [
        accountId,
        kind,
        exceptDigest,
      ]);

export const createSignInRecordRepository = (session: Session): SignInRecordRepository => ({
  async find<Kind extends SignInRecordKind>(kind: Kind, digest: string) {
    const found = await readRecords<SignInRecordOf<Kind>>(
      session,
      `SELECT json FROM ${TABLE} WHERE kind = ? AND digest = ?`,
      [kind, digest],
    );
    return found[0];
  },
  save: (record) =>
    session.write((connection) => {
      connection.run(`INSERT OR REPLACE INTO ${TABLE} (kind, digest, ${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)`, [
        record.kind,
        record.digest,
        ...valuesOf(record),
      ]);
    }),
  replace: (record) =>
    session.write(
      (connection) =>
        connection.run(`UPDATE ${TABLE} SET (${COLUMNS}) = (?, ?, ?, ?) WHERE kind = ? AND digest = ?`, [
          ...valuesOf(record),
          record.kind,
          record.digest,
        ]) > 0,
    ),
  remove: (kind, digest) =>
    session.write(
      (connection) =>
        connection.run(`DELETE FROM ${TABLE} WHERE kind = ? AND digest = ?`, [kind, digest]) > 0,
    ),
  listOf: (kind, accountId) =>
    readRecords(
      session,
      `SELECT json FROM ${TABLE} WHERE account_id = ? AND kind = ? ORDER BY created, digest`,
      [accountId, kind],
    ),
  removeAllOf: (accountId, kind, exceptDigest) =>
    session.write((connection) => removeSignInRecords(connection, accountId, kind, exceptDigest)),
  removeExpired: (now, limit) =>
    session.write((connection) =>
      connection.run(
        `DELETE FROM ${TABLE} WHERE (kind, digest) IN
          (SELECT kind, digest FROM ${TABLE} WHERE expires <= ? ORDER BY expires LIMIT ?)`,
        [now, limit],
      ),
    ),
});
