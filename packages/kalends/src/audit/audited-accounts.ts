import { type AuditEntry, accountChanges } from "@kalends/core/interface";
import type { Account, AccountRepository, AccountStore, SignInRecord } from "@kalends/core/storage";
import type { AccountAudit, AccountEvent } from "./account-audit.ts";

type Note = (event: AccountEvent) => void;

const deletion = ({ id: recordId, name, role }: Account): AccountEvent => ({
  ...{ kind: "account", action: "deleted", recordId },
  changes: [
    { member: "name", from: name },
    { member: "role", from: role },
  ],
});

const eventOfRecord = (record: SignInRecord): AccountEvent | undefined => {
  if (record.kind === "challenge") return undefined;
  const { kind, accountId: recordId } = record;
  return kind === "session"
    ? { kind, action: "signed_in", recordId, userId: recordId }
    : { kind: "account", action: "updated", recordId, changes: [{ member: "link", to: record.purpose }] };
};

/**
 * Returns repositories that report to `note` each created, changed or removed account, each new session and
 * each new one-time link.
 */
const watched = (accounts: AccountRepository, note: Note): AccountRepository => ({
  ...accounts,
  signInRecords: {
    ...accounts.signInRecords,
    async save(record) {
      await accounts.signInRecords.save(record);
      const event = eventOfRecord(record);
      if (event !== undefined) note(event);
    },
  },
  async save(account) {
    const before = await accounts.find(account.id);
    const isSaved = await accounts.save(account);
    if (!isSaved) return false;
    const about = { kind: "account", recordId: account.id } as const;
    const changes = before === undefined ? [] : accountChanges(before, account);
    if (before === undefined) note({ ...about, action: "created" });
    else if (changes.length > 0) note({ ...about, action: "updated", changes });
    return true;
  },
  async remove(id) {
    const before = await accounts.find(id);
    const isRemoved = await accounts.remove(id);
    if (isRemoved && before !== undefined) note(deletion(before));
    return isRemoved;
  },
});

const hasNewPassword = ({ changes = [] }: { readonly changes?: AuditEntry["changes"] }): boolean =>
  changes.some(({ member }) => member === "sign_in_password");

/**
 * Returns the events of a transaction that the audit log records. If the transaction changed a sign-in
 * password, the session that it opened is not recorded as a sign-in.
 */
const toRecorded = (events: readonly AccountEvent[]): readonly AccountEvent[] =>
  events.some(hasNewPassword) ? events.filter(({ action }) => action !== "signed_in") : events;

/**
 * Wraps the store of the accounts to record changes and sign-ins, after they are stored.
 * Source: rules/audit.md#accounts.
 */
export const withAccountAudit = (accounts: AccountStore, { note }: AccountAudit): AccountStore => {
  const recordAll = async (events: readonly AccountEvent[]): Promise<void> => {
    for (const event of toRecorded(events)) await note(event);
  };
  /** Runs a single write outside of a transaction and records its events. */
  const recorded = async <T>(work: (unit: AccountRepository) => Promise<T>): Promise<T> => {
    const events: AccountEvent[] = [];
    const result = await work(watched(accounts, (event) => events.push(event)));
    await recordAll(events);
    return result;
  };
  return {
    ...accounts,
    signInRecords: {
      ...accounts.signInRecords,
      save: (record) => recorded((unit) => unit.signInRecords.save(record)),
    },
    save: (account) => recorded((unit) => unit.save(account)),
    remove: (id) => recorded((unit) => unit.remove(id)),
    async transaction(work) {
      let events: AccountEvent[] = [];
      const result = await accounts.transaction((unit) => {
        // A transaction may run its work again after a conflict.
        events = [];
        return work(watched(unit, (event) => events.push(event)));
      });
      await recordAll(events);
      return result;
    },
  };
};
