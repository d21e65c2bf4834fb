import type {
  SignInRecord,
  SignInRecordKind,
  SignInRecordOf,
  SignInRecordRepository,
} from "@kalends/core/storage";
import type { Access } from "../database/collections.ts";
import type { SignInRecordDocument } from "../database/documents.ts";
import type { Session } from "../transactions/session.ts";

const toId = (kind: SignInRecordKind, digest: string): string => `${kind}/${digest}`;

/** Converts a document to its record. The cast is safe: callers read only documents of this kind. */
const toRecord = <Kind extends SignInRecordKind>({
  _id,
  ...record
}: SignInRecordDocument): SignInRecordOf<Kind> => record as SignInRecordOf<Kind>;

/**
 * Removes sign-in records of an account and returns their number. With `kind`, removes only records of this
 * kind, except the one with `exceptDigest`. Otherwise removes all.
 */
export const removeSignInRecords = async (
  { signInRecords, writing }: Access,
  accountId: number,
  kind?: SignInRecordKind,
  exceptDigest?: string,
): Promise<number> => {
  const except = exceptDigest === undefined ? {} : { digest: { $ne: exceptDigest } };
  const filter = { accountId, ...(kind !== undefined && { kind, ...except }) };
  return (await signInRecords.deleteMany(filter, writing)).deletedCount;
};

export const createSignInRecordRepository = ({ read, write, coalesce }: Session): SignInRecordRepository => ({
  find: <Kind extends SignInRecordKind>(kind: Kind, digest: string) =>
    coalesce(`sign-in ${kind} ${digest}`, () =>
      read(async ({ signInRecords, reading }) => {
        const found = await signInRecords.findOne({ _id: toId(kind, digest) }, reading);
        return found === null ? undefined : toRecord<Kind>(found);
      }),
    ),
  save: (record: SignInRecord) =>
    write(async ({ signInRecords, writing }) => {
      const _id = toId(record.kind, record.digest);
      await signInRecords.replaceOne({ _id }, record, { ...writing, upsert: true });
    }),
  replace: (record) =>
    write(async ({ signInRecords, writing }) => {
      const _id = toId(record.kind, record.digest);
      return (await signInRecords.replaceOne({ _id }, record, writing)).matchedCount > 0;
    }),
  remove: (kind, digest) =>
    write(
      async ({ signInRecords, writing }) =>
        (await signInRecords.deleteOne({ _id: toId(kind, digest) }, writing)).deletedCount > 0,
    ),
  listOf: <Kind extends SignInRecordKind>(kind: Kind, accountId: number) =>
    read(async ({ signInRecords, reading }) =>
      (
        await signInRecords
          .find({ accountId, kind }, { ...reading, sort: { created: 1, digest: 1 } })
          .toArray()
      ).map(toRecord<Kind>),
    ),
  removeAllOf: (accountId, kind, exceptDigest) =>
    write((access) => removeSignInRecords(access, accountId, kind, exceptDigest)),
  removeExpired: (now, limit) =>
    write(async ({ signInRecords, reading, writing }) => {
      const options = { ...reading, projection: { _id: 1 }, sort: { expires: 1 }, limit } as const;
      const found = await signInRecords.find({ expires: { $lte: now } }, options).toArray();
      const ids = found.map(({ _id }) => _id);
      const { deletedCount } = await signInRecords.deleteMany(
        // A session that was used in the meantime has a later expiry time and must not be removed.
        { _id: { $in: ids }, expires: { $lte: now } },
        writing,
      );
      return deletedCount;
    }),
});
