import type { RecordVersion, VersionRepository, VersionSummary } from "@kalends/core/storage";
import type { Filter } from "mongodb";
import type { VersionDocument } from "../database/documents.ts";
import type { Session } from "../transactions/session.ts";

type Id = VersionDocument["_id"];

/** Returns the id in the member order that all stored ids have. The server compares ids member by member. */
const toId = (recordId: number, revision: number): Id => ({ recordId, revision });

/** Returns a filter for the versions of a record. An id without a revision sorts before those with one. */
const ofRecord = (recordId: number): Filter<VersionDocument> =>
  // The type is safe, because the server compares any two values.
  ({ _id: { $gt: { recordId } as Id, $lt: { recordId: recordId + 1 } as Id } });

const NEWEST_FIRST = { _id: -1 } as const;

const toVersion = ({ _id, ...rest }: VersionDocument): RecordVersion => ({ ..._id, ...rest });
const toSummary = ({ _id, ...rest }: Omit<VersionDocument, "content">): VersionSummary => ({
  ..._id,
  ...rest,
});

export const createVersionRepository = ({ read, write }: Session): VersionRepository => ({
  save: ({ recordId, revision, ...rest }) =>
    write(async ({ versions, writing }) => {
      const _id = toId(recordId, revision);
      await versions.replaceOne({ _id }, rest, { ...writing, upsert: true });
    }),
  find: (recordId, revision) =>
    read(async ({ versions, reading }) => {
      const found = await versions.findOne({ _id: toId(recordId, revision) }, reading);
      return found === null ? undefined : toVersion(found);
    }),
  list: (recordId, limit) =>
    read(async ({ versions, reading }) => {
      const options = { ...reading, projection: { content: 0 }, sort: NEWEST_FIRST, limit } as const;
      const found = versions.find<Omit<VersionDocument, "content">>(ofRecord(recordId), options);
      return limit === 0 ? [] : (await found.toArray()).map(toSummary);
    }),
  removeOldest: (recordId, keep) =>
    write(async ({ versions, reading, writing }) => {
      const options = { ...reading, projection: { _id: 1 }, sort: NEWEST_FIRST, skip: keep } as const;
      const ids = (await versions.find(ofRecord(recordId), options).toArray()).map(({ _id }) => _id);
      return (await versions.deleteMany({ _id: { $in: ids } }, writing)).deletedCount;
    }),
  countAfter: (afterId, limit) =>
    read(async ({ versions, reading }) => {
      const found = versions.aggregate<{ readonly _id: number; readonly count: number }>(
        [
          { $match: { _id: { $gt: { recordId: afterId + 1 } } } },
          { $sort: { _id: 1 } },
          { $limit: limit },
          { $project: { _id: 1 } },
          { $group: { _id: "$_id.recordId", count: { $sum: 1 } } },
          { $sort: { _id: 1 } },
        ],
        reading,
      );
      return new Map((await found.toArray()).map(({ _id, count }) => [_id, count]));
    }),
  readAfter: (recordId, revision, limit) =>
    read(async ({ versions, reading }) => {
      const options = { ...reading, sort: { _id: 1 }, limit } as const;
      const found = versions.find({ _id: { $gt: toId(recordId, revision) } }, options);
      return (await found.toArray()).map(toVersion);
    }),
});
