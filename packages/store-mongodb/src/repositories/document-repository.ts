import {
  type DocumentQuery,
  type DocumentRepository,
  indexedMembers,
  type StoredDocument,
} from "@kalends/core";
import type { Access } from "../database/collections.ts";
import type { PluginDocument } from "../database/documents.ts";
import { toKeyFilter, toLaterFilter, toValueFilter } from "../queries/document-query.ts";
import type { Session } from "../transactions/session.ts";

const toId = (...names: readonly string[]): string => JSON.stringify(names);

const toStored = ({ collection, key, value }: PluginDocument): StoredDocument => ({
  collection,
  key,
  value: JSON.parse(value),
});

export const createDocumentRepository = ({ read, write }: Session): DocumentRepository => ({
  find: (collection, key) =>
    read(async ({ documents, reading }) => {
      const found = await documents.findOne({ _id: toId(collection, key) }, reading);
      return found === null ? undefined : JSON.parse(found.value);
    }),
  save: ({ collection, key, value }) =>
    write(async ({ documents, values, writing }) => {
      const document = toId(collection, key);
      const content = { collection, key, value: JSON.stringify(value) };
      await documents.replaceOne({ _id: document }, content, { ...writing, upsert: true });
      await values.deleteMany({ document }, writing);
      const entries = indexedMembers(value).map(([member, indexed]) => {
        return { _id: toId(collection, key, member), collection, member, value: indexed, key, document };
      });
      if (entries.length > 0) await values.insertMany(entries, writing);
    }),
  remove: (collection, key) =>
    write(async ({ documents, values, writing }) => {
      const document = toId(collection, key);
      const { deletedCount } = await documents.deleteOne({ _id: document }, writing);
      if (deletedCount > 0) await values.deleteMany({ document }, writing);
      return deletedCount > 0;
    }),
  list: (query) =>
    read(async (access) => {
      const { member, descending, limit } = query;
      const direction = descending ? -1 : 1;
      if (member !== undefined) return listByMember(access, query, member, direction);
      const sort = { collection: direction, key: direction } as const;
      const { documents, reading } = access;
      return (await documents.find(toKeyFilter(query), { ...reading, sort, limit }).toArray()).map(toStored);
    }),
  count: (query) =>
    read(({ documents, values, reading }) =>
      query.member === undefined
        ? documents.countDocuments({ collection: query.collection }, reading)
        : values.countDocuments(toValueFilter(query, query.member), reading),
    ),
  readAfter: (collection, key, limit) =>
    read(async ({ documents, reading }) => {
      const later = {
        collection: { $gte: collection },
        $or: [{ collection: { $gt: collection } }, { collection, key: { $gt: key } }],
      };
      const sort = { collection: 1, key: 1 } as const;
      return (await documents.find(later, { ...reading, sort, limit }).toArray()).map(toStored);
    }),
});

/** Values and documents of one moment. */
const listByMember = async (
  { values, documents, reading, snapshot }: Access,
  query: DocumentQuery,
  member: string,
  direction: 1 | -1,
): Promise<readonly StoredDocument[]> => {
  const stages = [
    { $match: { $and: [toValueFilter(query, member), toLaterFilter(query)] } },
    { $sort: { collection: direction, member: direction, value: direction, key: direction } },
    { $limit: query.limit },
    {
      $lookup: {
        ...{ from: documents.collectionName, localField: "document", foreignField: "_id" },
        as: "found",
      },
    },
  ];
  const options = { ...reading, ...snapshot };
  const rows = await values
    .aggregate<{ readonly found: readonly PluginDocument[] }>(stages, options)
    .toArray();
  return rows.flatMap(({ found }) => found.map(toStored));
};
