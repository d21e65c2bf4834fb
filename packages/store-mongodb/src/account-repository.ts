import type { Account, AccountRepository } from "@kalends/core";
import { foldText } from "@kalends/core";
import type { Filter } from "mongodb";
import { claim, guard } from "./claims.ts";
import { type AccountDocument, WITHOUT_DERIVED } from "./documents.ts";
import { createIdSequences } from "./id-sequences.ts";
import { BATCH } from "./look-ups.ts";
import type { Session } from "./session.ts";

const toAccount = ({ _id: id, ...members }: Omit<AccountDocument, "derived">): Account => ({
  ...members,
  id,
});

const toClaim = (name: string) => ({ kind: "account", name }) as const;

export const createAccountRepository = (session: Session): AccountRepository => {
  const many = (filter: Filter<AccountDocument>): Promise<readonly Account[]> =>
    session.read(async ({ accounts, reading }) => {
      const found = accounts.find(filter, {
        ...reading,
        sort: { _id: 1 },
        projection: WITHOUT_DERIVED,
        batchSize: BATCH,
      });
      return (await found.toArray()).map(toAccount);
    });
  const one = async (filter: Filter<AccountDocument>): Promise<Account | undefined> =>
    (await many(filter))[0];
  return {
    ids: createIdSequences(session),
    find: (id) => one({ _id: id }),
    findByName: (name) => one({ "derived.foldedName": foldText(name) }),
    findByCredential: (credentialId) => one({ "credentials.id": credentialId }),
    async list() {
      // What a unit concludes from all accounts, any change of one may contradict.
      if (session.isUnit) await session.write((access) => guard(access, "accounts"));
      return many({});
    },
    save: ({ id, ...members }) =>
      session.write(async (access) => {
        const { accounts, reading, writing } = access;
        const old = await accounts.findOne({ _id: id }, reading);
        const foldedName = foldText(members.name);
        const held = old === null ? undefined : toClaim(old.derived.foldedName);
        if (!(await claim(access, id, { wanted: toClaim(foldedName), held }))) return false;
        await guard(access, "accounts");
        const replacement = { ...members, derived: { foldedName } };
        await accounts.replaceOne({ _id: id }, replacement, { ...writing, upsert: true });
        return true;
      }),
    remove: (id) =>
      session.write(async (access) => {
        const { accounts, writing } = access;
        const old = await accounts.findOneAndDelete({ _id: id }, writing);
        if (old === null) return false;
        await claim(access, id, { held: toClaim(old.derived.foldedName) });
        await guard(access, "accounts");
        return true;
      }),
  };
};
