import type { CalendarEvent, Image, Organizer, Term, Venue, WallClock } from "@kalends/core";
import type {
  Account,
  Comparable,
  Extensions,
  Occurrence,
  OutboxConsumer,
  OutboxFailure,
  RecordKind,
  SignInRecord,
  TermUsage,
} from "@kalends/core/storage";
import type { ObjectId } from "mongodb";

/**
 * A record as a MongoDB document, with the member names of the record. Members with arbitrary names are JSON
 * text, because documents limit nesting and names. `derived` is computed from the record for queries only;
 * reads omit it.
 */
type Stored<T extends { readonly id: number }, Free extends keyof T, Derived> = Omit<T, "id" | Free> &
  Readonly<Record<Free, string>> & { readonly _id: number; readonly derived: Derived };

interface PostDerived {
  readonly claimsSlug: boolean;
  /** Trigrams of the text, see `toGrams`. */
  readonly grams?: readonly number[];
  /** Values by which extensions are found, see `toEntries`. Present only if there are any. */
  readonly extensions?: readonly string[];
  /** Values for ranges and orders, see `queries/sortable-values.ts`. Present only if there are any. */
  readonly values?: Readonly<Record<string, Comparable>>;
}

export type EventDocument = Stored<
  Omit<CalendarEvent, "occurrence">,
  "extensions",
  PostDerived & {
    /** Status of an event in lists; absent for hidden events. */
    readonly listed?: string;
    /** The text that searches compare: `eventSearchText`. */
    readonly text?: string;
    /** The series whose text is searched for an occurrence. */
    readonly textOf?: number;
    /** The series that the event is, was or belongs to. */
    readonly family?: number;
  }
> & { readonly occurrence?: StoredOccurrence };

/** An occurrence, with its plugin fields as JSON text. */
type StoredOccurrence = Omit<Occurrence, "changes"> & {
  readonly changes: Omit<Occurrence["changes"], "extensions"> & { readonly extensions?: string };
};

/** A term that a series counts for, in a status. */
export interface CountedTerm {
  readonly term: number;
  readonly status: string;
}

/** Derived data of a series, see `series/series-state.ts`. */
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
  /** The searched texts: `venueSearchFields` or `organizerSearchFields`. */
  readonly fields: readonly string[];
}

export type VenueDocument = Stored<
  Venue,
  "extensions",
  LinkedDerived & {
    /** Grid cells of the location, see `toCells`. Present only if the location is known. */
    readonly cells?: readonly string[];
  }
>;
export type OrganizerDocument = Stored<Organizer, "extensions", LinkedDerived>;

export type TermDocument = Stored<
  Term,
  "extensions",
  {
    readonly lowerName: string;
    readonly foldedName: string;
  }
> & {
  /** Usage without the pending changes in the collection `usage`, see `term-usage.ts`. */
  readonly usage: TermUsage;
};

/** A pending change of how many events in this status use these terms. */
export interface UsageDocument {
  readonly _id: ObjectId;
  readonly terms: readonly number[];
  readonly status: string;
  readonly change: number;
}

export type ImageDocument = Omit<Image, "id" | "sizes"> & {
  readonly _id: number;
  /** JSON text. */
  readonly sizes: string;
};

export type AccountDocument = Stored<
  Account,
  never,
  { readonly foldedName: string; readonly foldedEmail?: string }
>;

/** A session, one-time link or challenge. `_id` is built from kind and digest. */
export type SignInRecordDocument = SignInRecord & { readonly _id: string };

/** A unique key of one record, or a lock: see `unique-keys.ts` and `locks.ts`. */
export interface KeyDocument {
  readonly _id: string;
  /** The record that has the slug or name. */
  readonly holder?: number;
  /** The kind of record that has the id. */
  readonly kind?: RecordKind;
  readonly touched?: number;
  /** Name of the last commit that marked it. */
  readonly commit?: string;
}

export interface SequenceDocument {
  readonly _id: string;
  readonly last: number;
}

/** A lease. It ends by the clock of the server. */
export interface LeaseDocument {
  readonly _id: string;
  readonly owner: string;
  readonly until: Date;
}

/** A host's id of a user, and the number of that user. */
export interface UserIdDocument {
  readonly _id: string;
  readonly number: number;
}

/** A plugin record. `_id` is built from collection and key; the value is JSON text. */
export interface PluginDocument {
  readonly _id: string;
  readonly collection: string;
  readonly key: string;
  readonly value: string;
}

/** A number or text in a member of a plugin record. */
export interface ValueDocument {
  readonly _id: string;
  readonly collection: string;
  readonly member: string;
  readonly value: number | string;
  readonly key: string;
  /** The `_id` of the plugin record. */
  readonly document: string;
}

/** An outbox entry; see `outbox-order.ts`. */
export interface OutboxDocument {
  /** The number of the append, and the place in it. */
  readonly _id: { readonly append: number; readonly n: number };
  /** 0 until a position is assigned. */
  readonly position: number;
  readonly time: number;
  /** The complete change as JSON. */
  readonly json: string;
}

export type OutboxReaderDocument = Omit<OutboxConsumer, "name"> & {
  readonly _id: string;
  /** Incremented by transactions that need the consumer, so that they conflict with its removal. */
  readonly touched?: number;
};

/** A failure of the outbox. `_id` is built from consumer and position. */
export type OutboxFailureDocument = OutboxFailure & { readonly _id: string };

/** Projection that omits data that only queries need. */
export const WITHOUT_DERIVED = { derived: 0 } as const;

type WithoutDerived<D> = Omit<D, "derived">;

/** Converts a document that was read without derived data to its record. */
export const toRecord = <T extends { readonly id: number; readonly extensions: Extensions }>(
  document: WithoutDerived<{ readonly _id: number; readonly extensions: string }>,
): T => {
  // The members are copied only once, because lists convert hundreds of documents.
  const { _id: id, extensions, ...members } = document;
  const record = Object.assign(members, { id, extensions: JSON.parse(extensions) });
  // Cast: `toDocument` took the members from a record of this type.
  return record as T;
};

/** Returns the document of a record with extensions, without derived data. */
export const toMembers = <T extends { readonly id: number; readonly extensions: Extensions }>({
  id,
  extensions,
  ...members
}: T): Omit<T, "id" | "extensions"> & { readonly _id: number; readonly extensions: string } => ({
  ...members,
  _id: id,
  extensions: JSON.stringify(extensions),
});
