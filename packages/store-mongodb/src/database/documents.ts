import type { CalendarEvent, Image, Organizer, Term, Venue, WallClock } from "@kalends/core";
import type {
  Account,
  Comparable,
  DuplicateReason,
  Extensions,
  Occupancy,
  Occurrence,
  OutboxConsumer,
  OutboxFailure,
  RecordKind,
  RecordVersion,
  SignInRecord,
  TermUsage,
} from "@kalends/core/storage";
import type { ObjectId } from "mongodb";

/**
 * Record as a MongoDB document, with the same names of members. Members whose content has arbitrary names are
 * stored as JSON text, because MongoDB limits the nesting and names of members. `derived` is computed from
 * the record and used only in queries; reads leave it out.
 */
type Stored<T extends { readonly id: number }, Free extends keyof T, Derived> = Omit<T, "id" | Free> &
  Readonly<Record<Free, string>> & { readonly _id: number; readonly derived: Derived };

interface PostDerived {
  readonly claimsSlug: boolean;
  /** Text by which lists sort titles and names: see `titleOf`. */
  readonly title: string;
  /** Hashed trigrams of the text: see `toGrams`. */
  readonly grams?: readonly number[];
  /** Values by which plugin fields and the origin are found: see `toEntries`. Absent if there are none. */
  readonly extensions?: readonly string[];
  /** Keys of the external ids: see `externalIdKey`. Absent if there are none. */
  readonly externalIds?: readonly string[];
  /** Values for ranges and orders: see `queries/sortable-values.ts`. Absent if there are none. */
  readonly values?: Readonly<Record<string, Comparable>>;
}

export type EventDocument = Stored<
  Omit<CalendarEvent, "occurrence">,
  "extensions",
  PostDerived & {
    /** Status of the event as lists select it: see `toListed`. Absent for series. */
    readonly listed?: string;
    /** Time of the last change in UTC. For an occurrence, this may be a change of its series. */
    readonly modified: string;
    /** True if the event has an image, which an occurrence may have from its series; otherwise absent. */
    readonly image?: true;
    /** Text in which searches look: `eventSearchText`. */
    readonly text?: string;
    /** Id of the series whose text is searched, for an occurrence without text of its own. */
    readonly textOf?: number;
    /** Id of the series that the event is, was, or belongs to. */
    readonly family?: number;
    /** Occupancy of the venue: see `occupancyOf`. */
    readonly occupancy?: Occupancy;
  }
> & { readonly occurrence?: StoredOccurrence };

/** Stored occurrence, with its plugin fields as JSON text. */
type StoredOccurrence = Omit<Occurrence, "changes"> & {
  readonly changes: Omit<Occurrence["changes"], "extensions"> & { readonly extensions?: string };
};

/** Term whose usage count includes a series, and the status under which the term counts the series. */
export interface CountedTerm {
  readonly term: number;
  readonly status: string;
}

/** Derived data of a series: see `series/series-state.ts`. */
export interface SeriesDocument {
  readonly _id: number;
  readonly derived?: { readonly text: string; readonly grams: readonly number[] };
  readonly counted?: readonly CountedTerm[];
  /** Start up to which occurrences exist; absent if all exist. */
  readonly expandedUntil?: WallClock;
}

interface LinkedDerived extends PostDerived {
  readonly foldedName: string;
  readonly foldedDescription: string;
  /** Texts in which searches look: `venueSearchFields` or `organizerSearchFields`. */
  readonly fields: readonly string[];
}

export type VenueDocument = Stored<
  Venue,
  "extensions",
  LinkedDerived & {
    /** Grid cells that contain the location: see `toCells`. Absent if the location is unknown. */
    readonly cells?: readonly string[];
    /** Keys by which venues that may be the same are found: see `duplicateKeys`. */
    readonly duplicates?: Readonly<Partial<Record<DuplicateReason, string>>>;
  }
>;
export type OrganizerDocument = Stored<Organizer, "extensions", LinkedDerived>;

export type TermDocument = Stored<
  Term,
  "extensions",
  {
    readonly lowerName: string;
    readonly foldedName: string;
    /** Keys of the external ids: see `externalIdKey`. Absent if there are none. */
    readonly externalIds?: readonly string[];
  }
> & {
  /** Usage counts, without the pending changes in the collection `usage`: see `term-usage.ts`. */
  readonly usage: TermUsage;
};

/** Pending change of the number of events that use some terms, for one status. */
export interface UsageDocument {
  readonly _id: ObjectId;
  readonly terms: readonly number[];
  readonly status: string;
  readonly change: number;
}

export type ImageDocument = Omit<Image, "id" | "sizes"> & {
  readonly _id: number;
  /** Sizes of the image, as JSON text. */
  readonly sizes: string;
  readonly derived: Pick<LinkedDerived, "fields" | "grams">;
};

export type AccountDocument = Stored<
  Account,
  never,
  { readonly foldedName: string; readonly foldedEmail?: string }
>;

/** A session, one-time link or challenge. `_id` is built from kind and digest. */
export type SignInRecordDocument = SignInRecord & { readonly _id: string };

/** Unique key of a record, or a lock: see `unique-keys.ts` and `locks.ts`. */
export interface KeyDocument {
  readonly _id: string;
  /** Id of the record that has this slug, name or external id. */
  readonly holder?: number;
  /** Kind of the record that has this id. */
  readonly kind?: RecordKind;
  readonly touched?: number;
  /** Name of the last commit that has marked this document. */
  readonly commit?: string;
}

export interface SequenceDocument {
  readonly _id: string;
  readonly last: number;
}

/** Lease. It expires by the clock of the server. */
export interface LeaseDocument {
  readonly _id: string;
  readonly owner: string;
  readonly until: Date;
}

/** User id of the host application, with the number that replaces it in records. */
export interface UserIdDocument {
  readonly _id: string;
  readonly number: number;
}

/** Plugin record. Its `_id` consists of collection and key; the value is stored as JSON text. */
export interface PluginDocument {
  readonly _id: string;
  readonly collection: string;
  readonly key: string;
  readonly value: string;
}

/** Number or text in an indexed member of a plugin record. */
export interface ValueDocument {
  readonly _id: string;
  readonly collection: string;
  readonly member: string;
  readonly value: number | string;
  readonly key: string;
  /** `_id` of the plugin record. */
  readonly document: string;
}

/** Earlier content of a record. Ids sort by record and then by revision. */
export type VersionDocument = Omit<RecordVersion, "recordId" | "revision"> & {
  readonly _id: Pick<RecordVersion, "recordId" | "revision">;
};

/** Outbox entry: see `outbox-order.ts`. */
export interface OutboxDocument {
  /** Number of the call of `append`, and index of the entry in that call. */
  readonly _id: { readonly append: number; readonly n: number };
  /** Position of the entry; 0 until one is assigned. */
  readonly position: number;
  readonly time: number;
  /** Complete change as JSON text. */
  readonly json: string;
}

export type OutboxReaderDocument = Omit<OutboxConsumer, "name"> & {
  readonly _id: string;
  /** Transactions that need the consumer increase this number, so that they conflict with its removal. */
  readonly touched?: number;
};

/** Failure of a consumer. Its `_id` consists of the consumer's name and the position. */
export type OutboxFailureDocument = OutboxFailure & { readonly _id: string };

/** Projection that leaves out the derived data, which only queries need. */
export const WITHOUT_DERIVED = { derived: 0 } as const;

type WithoutDerived<D> = Omit<D, "derived">;

/** Converts a document to its record. The document must have been read without derived data. */
export const toRecord = <T extends { readonly id: number; readonly extensions: Extensions }>(
  document: WithoutDerived<{ readonly _id: number; readonly extensions: string }>,
): T => {
  // Members are copied only once, because lists convert hundreds of documents.
  const { _id: id, extensions, ...members } = document;
  const record = Object.assign(members, { id, extensions: JSON.parse(extensions) });
  // The type is safe, because `toMembers` has copied the members from a record of this type.
  return record as T;
};

/** Returns the document for a record that has extensions, without derived data. */
export const toMembers = <T extends { readonly id: number; readonly extensions: Extensions }>({
  id,
  extensions,
  ...members
}: T): Omit<T, "id" | "extensions"> & { readonly _id: number; readonly extensions: string } => ({
  ...members,
  _id: id,
  extensions: JSON.stringify(extensions),
});
