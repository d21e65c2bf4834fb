import type { RecordKind } from "@kalends/core";
import type { Access } from "./collections.ts";

export const kindOf = async ({ records, options }: Access, id: number): Promise<RecordKind | undefined> =>
  (await records.findOne({ _id: id }, options))?.kind;

/** Whether no record has the id yet. Throws when one of another kind has it: an id names one record. */
export const isFree = async (access: Access, kind: RecordKind, id: number): Promise<boolean> => {
  const known = await kindOf(access, id);
  if (known !== undefined && known !== kind)
    throw new Error(`Cannot store ${kind} ${id}: this id belongs to another kind (${known}).`);
  return known === undefined;
};

/** Makes the id one of this kind. */
export const addRecord = async (
  { records, options }: Access,
  kind: RecordKind,
  id: number,
): Promise<void> => {
  await records.insertOne({ _id: id, kind }, options);
};
