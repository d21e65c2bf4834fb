import { type Account, type AccountRepository, foldText } from "@kalends/core/storage";
import type { AccountDocument } from "../database/documents.ts";
import { lockPredicate } from "../transactions/locks.ts";
import type { Session } from "../transactions/session.ts";
import { reserveKeys } from "../transactions/unique-keys.ts";
import { createIdSequences } from "./id-sequences.ts";
import { createReader } from "./records.ts";
import { createSignInRecordRepository, removeSignInRecords } from "./sign-in-record-repository.ts";

const toAccount = ({ _id: id, ...members }: Omit<AccountDocument, "derived">): Account => ({
  ...members,
  id,
});

/** Returns the values by which an account is found. */
export const toAccountDerived = ({
  name,
  email,
}: Pick<Account, "name" | "email">): AccountDocument["derived"] => ({
  foldedName: foldText(name),
  ...(email !== undefined && { foldedEmail: foldText(email) }),
});

const toKey = (name: string) => ({ kind: "account", name }) as const;

export const createAccountRepository = (session: Session): AccountRepository => {
  const { many, one } = createReader(session, "accounts", toAccount);
  return {
    ids: createIdSequences(session),
    signInRecords: createSignInRecordRepository(session),
    find: (id) => one({ _id: id }),
    findByName(name) {
      const foldedName = foldText(name);
      return session.coalesce(`account ${foldedName}`, () => one({ "derived.foldedName": foldedName }));
    },
    async findByEmail(address) {
      // A transaction that finds no account must conflict with one that stores this address for an account.
      if (session.inTransaction) await session.write((access) => lockPredicate(access, "accounts"));
      return many({ "derived.foldedEmail": foldText(address) }, { sort: { _id: 1 } });
    },
    findByCredential: (credentialId) => one({ "credentials.id": credentialId }),
    findByPasskey: (passkeyId) => one({ "passkeys.id": passkeyId }),
    async list() {
      // A transaction that reads all accounts must conflict with any change of an account.
      if (session.inTransaction) await session.write((access) => lockPredicate(access, "accounts"));
      return many({}, { sort: { _id: 1 } });
    },
    save: ({ id, ...members }) =>
      session.write(async (access) => {
        const { accounts, reading, writing } = access;
        const old = await accounts.findOne({ _id: id }, reading);
        const derived = toAccountDerived(members);
        const held = old === null ? undefined : toKey(old.derived.foldedName);
        if (!(await reserveKeys(access, id, { wanted: toKey(derived.foldedName), held }))) return false;
        await lockPredicate(access, "accounts");
        await accounts.replaceOne({ _id: id }, { ...members, derived }, { ...writing, upsert: true });
        return true;
      }),
    remove: (id) =>
      session.write(async (access) => {
        const { accounts, writing } = access;
        const old = await accounts.findOneAndDelete({ _id: id }, writing);
        if (old === null) return false;
        await reserveKeys(access, id, { held: toKey(old.derived.foldedName) });
        await removeSignInRecords(access, id);
        await lockPredicate(access, "accounts");
        return true;
      }),
  };
};
