import { type ExternalId, ICAL_SOURCE } from "@kalends/core/storage";

/** Number of different ids of the source `ical` in the test records. Several records have the same one. */
export const UID_COUNT = 5;

/**
 * Returns the external ids of a test record: one that only this record has and, for some records, one that
 * other records have too.
 */
export const externalIdsOf = (id: number): readonly ExternalId[] => [
  { source: "crm", id: `№ ${id}` },
  ...(id % 3 === 0 ? [{ source: ICAL_SOURCE, id: `uid-${id % UID_COUNT}` }] : []),
];
