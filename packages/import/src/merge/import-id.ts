import type { ImportedRecord } from "@kalends/core";
import { type ExternalId, hasExternalId, IMPORT_SOURCE } from "@kalends/core/storage";
import type { OwnRecord } from "./content-digest.ts";
import type { RecordStorage } from "./record-storage.ts";

/** Matches the ids that are stored. Sites are ASCII; a malformed global id can contain other characters. */
const STORED_FORM = /^[!-~]{1,200}$/;

/** Site of a record and its id there, as an import stores them. */
type OldId = Pick<ImportedRecord, "site" | "sourceId">;

/**
 * Returns the external id that stands for a record's id at its source. Returns `undefined` if the site is
 * unknown or its name is malformed, or if the record has no lasting id there.
 * Source: rules/external-ids.md#ids-of-imports.
 */
export const importIdOf = ({ site, sourceId }: OldId): ExternalId | undefined => {
  const id = `${site}:${sourceId}`;
  const isStored = site !== "" && sourceId > 0 && STORED_FORM.test(id);
  return isStored ? { source: IMPORT_SOURCE, id } : undefined;
};

/**
 * Finds the local record whose external ids contain this site and source id.
 * Source: rules/external-ids.md#ids-of-imports.
 */
export const findHolder = async <Own extends OwnRecord>(
  oldId: OldId,
  storage: RecordStorage<Own>,
): Promise<Own | undefined> => {
  const importId = importIdOf(oldId);
  return importId && storage.findByExternalId(importId);
};

/**
 * Returns a new record with its id at the source as the external id. Returns the record unchanged if the
 * source gives no lasting id.
 */
export const withImportId = <Own extends OwnRecord>({
  record,
  facts,
}: {
  readonly record: Own;
  readonly facts: OldId;
}): Own => {
  const importId = importIdOf(facts);
  return importId === undefined ? record : { ...record, externalIds: [importId] };
};

/**
 * Returns the external ids of a local record, with its id at the source added. The id is not added to
 * occurrences, or if another record has it. Returns the same array if nothing was added.
 * Source: rules/external-ids.md#ids-of-imports.
 */
export const externalIdsFrom = async <Own extends OwnRecord>(
  ours: Own,
  oldId: OldId,
  storage: RecordStorage<Own>,
): Promise<OwnRecord["externalIds"]> => {
  const { externalIds } = ours;
  const importId = importIdOf(oldId);
  if (importId === undefined || hasExternalId(ours, importId) || isOccurrence(ours)) return externalIds;
  const holder = await findHolder(oldId, storage);
  return holder === undefined || holder.id === ours.id ? [...(externalIds ?? []), importId] : externalIds;
};

const isOccurrence = (record: OwnRecord): boolean =>
  "occurrence" in record && record.occurrence !== undefined;
