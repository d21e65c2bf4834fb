import type { CalendarEvent, Post } from "@kalends/core";
import type { Db } from "mongodb";
import { toEventValues, toValues } from "../queries/sortable-values.ts";
import { COLLECTION_OPTIONS, LONGEST_READ, type StoredDocument } from "./collections.ts";

/** Documents looked at in one read: all of them, so that it never takes long, however few have such members. */
const BATCH = 500;

/**
 * Adds `derived.values` to documents that an older version has written. One that is changed meanwhile is left to whoever changes
 * it.
 */
export const fillValues = async (db: Db, prefix: string): Promise<void> => {
  await fill<CalendarEvent>(db, `${prefix}events`, ["extensions", "cost"], toEventValues);
  for (const name of ["venues", "organizers"]) await fill<Post>(db, prefix + name, ["extensions"], toValues);
};

const fill = async <T extends Pick<Post, "extensions">>(
  db: Db,
  name: string,
  members: readonly (keyof T & string)[],
  derive: (record: T) => { readonly values?: unknown },
): Promise<void> => {
  const collection = db.collection<StoredDocument>(name, COLLECTION_OPTIONS);
  const projection = Object.fromEntries([...members, "derived.values"].map((member) => [member, 1]));
  let last = 0;
  for (;;) {
    const found = await collection
      .find({ _id: { $gt: last }, occurrence: { $exists: false } }, { projection, maxTimeMS: LONGEST_READ })
      .sort({ _id: 1 })
      .limit(BATCH)
      .toArray();
    const updates = found.flatMap(({ _id, derived, ...stored }) => {
      if (derived?.values !== undefined) return [];
      // The members are those of a record of this type; extensions are JSON.
      const { values } = derive({ ...stored, extensions: JSON.parse(stored.extensions) } as unknown as T);
      const change = { $set: { "derived.values": values } };
      return values === undefined ? [] : [{ updateOne: { filter: { _id, ...stored }, update: change } }];
    });
    if (updates.length > 0) await collection.bulkWrite(updates, { ordered: false });
    const end = found.at(-1);
    if (end === undefined || found.length < BATCH) return;
    last = end._id;
  }
};
