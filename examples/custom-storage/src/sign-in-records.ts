import type * as storage from "@kalends/core/storage";
import type { Access, Contents } from "./contents.ts";

/** Removes the records that a test selects and returns their number. */
export const removeSignInRecords = (
  all: Contents,
  isRemoved: (record: storage.SignInRecord) => boolean,
  limit: number = Infinity,
): number => {
  const removed = all.signInRecords.filter(isRemoved).slice(0, limit);
  all.signInRecords = all.signInRecords.filter((record) => !removed.includes(record));
  return removed.length;
};

export const createSignInRecords = ({ read, change }: Access): storage.SignInRecordRepository => {
  const has =
    <Kind extends storage.SignInRecordKind>(kind: Kind, digest: string) =>
    (record: storage.SignInRecord): record is storage.SignInRecordOf<Kind> =>
      record.kind === kind && record.digest === digest;
  const put = (all: Contents, record: storage.SignInRecord): void => {
    const others = all.signInRecords.filter((other) => !has(record.kind, record.digest)(other));
    all.signInRecords = [...others, structuredClone(record)];
  };
  return {
    find: (kind, digest) => read((all) => all.signInRecords.find(has(kind, digest))),
    save: (record) => change((all) => put(all, record)),
    replace: (record) =>
      change((all) => {
        const exists = all.signInRecords.some(has(record.kind, record.digest));
        if (exists) put(all, record);
        return exists;
      }),
    remove: (kind, digest) => change((all) => removeSignInRecords(all, has(kind, digest)) > 0),
    listOf: <Kind extends storage.SignInRecordKind>(kind: Kind, accountId: number) =>
      read((all) =>
        all.signInRecords
          .filter((record): record is storage.SignInRecordOf<Kind> => record.kind === kind)
          .filter((record) => record.accountId === accountId)
          .toSorted((one, other) => one.created - other.created),
      ),
    removeAllOf: (accountId, kind, exceptDigest) =>
      change((all) =>
        removeSignInRecords(
          all,
          (record) =>
            record.accountId === accountId &&
            (kind === undefined || (record.kind === kind && record.digest !== exceptDigest)),
        ),
      ),
    removeExpired: (now, limit) =>
      change((all) => removeSignInRecords(all, ({ expires }) => expires <= now, limit)),
  };
};
