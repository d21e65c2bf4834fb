import {
  type DocumentQuery,
  type DocumentRepository,
  indexedMembers,
  type StoredDocument,
} from "@kalends/core/storage";
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

/** Stores the index values of a plugin record. */
export const saveValues = async (
  { pluginValues, writing }: Access,
  { _id: document, collection, key, value }: PluginDocument,
): Promise<void> => {
  await pluginValues.deleteMany({ document }, writing);
  const entries = indexedMembers(JSON.parse(value)).map(([member, indexed]) => {
    return { _id: toId(collection, key, member), collection, member, value: indexed, key, document };
  });
  if (entries.length > 0) await pluginValues.insertMany(entries, writing);
};

export const createDocumentRepository = ({ read, write }: Session): DocumentRepository => ({
  find: (collection, key) =>
    read(async ({ pluginDocuments, reading }) => {
      const found = await pluginDocuments.findOne({ _id: toId(collection, key) }, reading);
      return found === null ? undefined : JSON.parse(found.value);
    }),
  save: ({ collection, key, value }) =>
    write(async (access) => {
      const { pluginDocuments, writing } = access;
      const document = toId(collection, key);
      const content = { collection, key, value: JSON.stringify(value) };
      await pluginDocuments.replaceOne({ _id: document }, content, { ...writing, upsert: true });
      await saveValues(access, { _id: document, ...content });
    }),
  remove: (collection, key) =>
    write(async ({ pluginDocuments, pluginValues, writing }) => {
      const document = toId(collection, key);
      const { deletedCount } = await pluginDocuments.deleteOne({ _id: document }, writing);
      if (deletedCount > 0) await pluginValues.deleteMany({ document }, writing);
      return deletedCount > 0;
    }),
  list: (query) =>
    read(async (access) => {
      const { member, descending, limit } = query;
      const direction = descending ? -1 : 1;
      if (member !== undefined) return listByMember(access, query, member, direction);
      const sort = { collection: direction, key: direction } as const;
      const { pluginDocuments, reading } = access;
      return (await pluginDocuments.find(toKeyFilter(query), { ...reading, sort, limit }).toArray()).map(
        toStored,
      );
    }),
  count: (query) =>
    read(({ pluginDocuments, pluginValues, reading }) =>
      query.member === undefined
        ? pluginDocuments.countDocuments({ collection: query.collection }, reading)
        : pluginValues.countDocuments(toValueFilter(query, query.member), reading),
    ),
  readAfter: (collection, key, limit) =>
    read(async ({ pluginDocuments, reading }) => {
      const later = {
        collection: { $gte: collection },
        $or: [{ collection: { $gt: collection } }, { collection, key: { $gt: key } }],
      };
      const sort = { collection: 1, key: 1 } as const;
      return (await pluginDocuments.find(later, { ...reading, sort, limit }).toArray()).map(toStored);
    }),
});

/** Reads index values and plugin records from the same state. */
const listByMember = async (
  { pluginValues, pluginDocuments, reading, snapshot }: Access,
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
        ...{ from: pluginDocuments.collectionName, localField: "document", foreignField: "_id" },
        as: "found",
      },
    },
  ];
  const options = { ...reading, ...snapshot };
  const rows = await pluginValues
    .aggregate<{ readonly found: readonly PluginDocument[] }>(stages, options)
    .toArray();
  return rows.flatMap(({ found }) => found.map(toStored));
};
