import { CalendarError } from "../errors.ts";

/**
 * Id of a record in another system. `source` names the system; `id` is compared exactly.
 * Source: rules/external-ids.md#external-ids.
 */
export interface ExternalId {
  /** Name of the system: `[a-z0-9._-]{1,64}`. */
  readonly source: string;
  /** NFC text of 1 to 200 characters without control characters; up to 1,000 for the source `ical`. */
  readonly id: string;
}

/** Record that can have external ids. */
export interface WithExternalIds {
  /**
   * External ids of the record, in the order in which the client or importer gave them. Absent if there are
   * none.
   */
  readonly externalIds?: readonly ExternalId[];
}

/**
 * Name of the source (`ExternalId.source`) of the ids of imported records. The id is `<site>:<old id>`: the
 * old site, and the record's id on that site.
 * Source: rules/external-ids.md#reserved-sources.
 */
export const IMPORT_SOURCE = "import";

/**
 * Name of the source of UIDs in calendar files (RFC 5545, 3.8.4.7). Several records may have the same UID. A
 * UID may have `MAX_UID_LENGTH` characters.
 * Source: rules/external-ids.md#reserved-sources, rules/external-ids.md#uids.
 */
export const ICAL_SOURCE = "ical";

/** Maximum number of external ids that callers can give to a record. Reserved sources do not count. */
export const MAX_EXTERNAL_IDS = 20;
/** Maximum number of characters (code points) of an id. */
export const MAX_EXTERNAL_ID_LENGTH = 200;
/** Maximum number of characters (code points) of an id with the source `ical`. */
export const MAX_UID_LENGTH = 1000;

/** True if only the calendar itself sets ids of this source. */
export const isReservedSource = (source: string): boolean =>
  source === IMPORT_SOURCE || source === ICAL_SOURCE;

/** True if only one record of a kind may have an id of this source. */
export const isUniqueSource = (source: string): boolean => source !== ICAL_SOURCE;

export const isSameExternalId = (one: ExternalId, other: ExternalId): boolean =>
  one.source === other.source && one.id === other.id;

export const hasExternalId = ({ externalIds = [] }: WithExternalIds, wanted: ExternalId): boolean =>
  externalIds.some((one) => isSameExternalId(one, wanted));

/** True if both records have the same external id, and its source allows it to only one record of a kind. */
export const sharesExternalId = (one: WithExternalIds, other: WithExternalIds): boolean =>
  one.externalIds?.some((id) => isUniqueSource(id.source) && hasExternalId(other, id)) === true;

/**
 * Returns an object with the member `externalIds`, without duplicates. If the list is empty, the object has
 * no members.
 */
export const toExternalIds = (ids: readonly ExternalId[]): WithExternalIds => {
  const different = ids.filter((id, index) => ids.findIndex((one) => isSameExternalId(one, id)) === index);
  return different.length === 0 ? {} : { externalIds: different };
};

/**
 * Returns the external id as one text, for an index. Different external ids give different texts, because a
 * source contains no space.
 * A source contains no space.
 */
export const externalIdKey = ({ source, id }: ExternalId): string => `${source} ${id}`;

/**
 * Returns the error for a write that would give a record an external id of another record of its kind.
 * Source: rules/external-ids.md#unique-external-ids.
 */
export const externalIdTaken = (): CalendarError => new CalendarError("rest_external_id_taken");
