import type {
  Account,
  CalendarEvent,
  Comparable,
  Extensions,
  Image,
  Occurrence,
  Organizer,
  OutboxFailure,
  OutboxReader,
  RecordKind,
  Term,
  TermUsage,
  Venue,
  WallClock,
} from "@kalends/core";
import type { ObjectId } from "mongodb";

/**
 * A record as a document. Its names are those of the record; members whose names are free are JSON text, since
 * documents neither nest without limit nor take every name. `derived` is computed from the record for queries only:
 * reading leaves it out.
 */
type Stored<T extends { readonly id: number }, Free extends keyof T, Derived> = Omit<T, "id" | Free> &
  Readonly<Record<Free, string>> & { readonly _id: number; readonly derived: Derived };

interface PostDerived {
  readonly claimsSlug: boolean;
  /** See `toGrams`. */
  readonly grams?: readonly number[];
  /** What the extensions can be found by, see `toEntries`; only where there are some. */
  readonly extensions?: readonly string[];
  /** What ranges and orders compare, see `queries/sortable-values.ts`; only where there is some. */
  readonly values?: Readonly<Record<string, Comparable>>;
}

export type EventDocument = Stored<
  Omit<CalendarEvent, "occurrence">,
  "extensions",
  PostDerived & {
    /** The status of an event that lists show; hidden events have none. */
    readonly listed?: string;
    /** `eventSearchText`. */
    readonly text?: string;
    /** The series whose text an occurrence has. */
    readonly textOf?: number;
    /** The series that it is, has been or belongs to. */
    readonly family?: number;
  }
> & { readonly occurrence?: StoredOccurrence };

/** Fields of plugins are JSON text here, too. */
type StoredOccurrence = Omit<Occurrence, "changes"> & {
  readonly changes: Omit<Occurrence["changes"], "extensions"> & { readonly extensions?: string };
};

/** A term that a series counts for, in a status. */
export interface CountedTerm {
  readonly term: number;
  readonly status: string;
}

/** See `series/series-state.ts`. */
export interface SeriesDocument {
  readonly _id: number;
  readonly derived?: { readonly text: string; readonly grams: readonly number[] };
  readonly counted?: readonly CountedTerm[];
  /** Absent: it has all occurrences. */
  readonly expandedUntil?: WallClock;
}

interface LinkedDerived extends PostDerived {
  readonly foldedName: string;
  readonly foldedDescription: string;
  /** `venueSearchFields` or `organizerSearchFields`. */
  readonly fields: readonly string[];
}

export type VenueDocument = Stored<
  Venue,
  "extensions",
  LinkedDerived & {
    /** See `toCells`; only where the place is known. */
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
  /** Without what the collection `usage` has to add: see `term-usage.ts`. */
  readonly usage: TermUsage;
};

/** That so many events more use these terms in this status, or fewer. */
export interface UsageDocument {
  readonly _id: ObjectId;
  readonly terms: readonly number[];
  readonly status: string;
  readonly change: number;
}

export type ImageDocument = Omit<Image, "id" | "sizes"> & {
  readonly _id: number;
  /** JSON, too. */
  readonly sizes: string;
};

export type AccountDocument = Stored<Account, never, { readonly foldedName: string }>;

/** What only one record may have, or a lock: see `unique-keys.ts` and `locks.ts`. */
export interface KeyDocument {
  readonly _id: string;
  /** The record that has the slug or name. */
  readonly holder?: number;
  /** The kind of record that has the id. */
  readonly kind?: RecordKind;
  readonly touched?: number;
  /** Names the last commit that has marked it. */
  readonly commit?: string;
}

export interface SequenceDocument {
  readonly _id: string;
  readonly last: number;
}

/** Until when, by the clock of the server. */
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

/** What a plugin keeps; `_id` is made of collection and key, and the value is JSON text. */
export interface PluginDocument {
  readonly _id: string;
  readonly collection: string;
  readonly key: string;
  readonly value: string;
}

/** That a document of a plugin has this number or text in a member. */
export interface ValueDocument {
  readonly _id: string;
  readonly collection: string;
  readonly member: string;
  readonly value: number | string;
  readonly key: string;
  /** The `_id` of the document. */
  readonly document: string;
}

/** What happened; see `outbox-order.ts`. */
export interface OutboxDocument {
  /** A number of the append, and the place in it. */
  readonly _id: { readonly append: number; readonly n: number };
  /** 0: none yet. */
  readonly position: number;
  readonly time: number;
  /** The whole change. */
  readonly json: string;
}

export type OutboxReaderDocument = Omit<OutboxReader, "name"> & {
  readonly _id: string;
  /** Transactions that need the reader conflict with those that remove it. */
  readonly touched?: number;
};

/** `_id` is made of reader and position. */
export type OutboxFailureDocument = OutboxFailure & { readonly _id: string };

/** Leaves out of a document what only queries look at. */
export const WITHOUT_DERIVED = { derived: 0 } as const;

type WithoutDerived<D> = Omit<D, "derived">;

/** The record of a document that was read without what is derived. */
export const toRecord = <T extends { readonly id: number; readonly extensions: Extensions }>(
  document: WithoutDerived<{ readonly _id: number; readonly extensions: string }>,
): T => {
  // Copied once only: lists make hundreds of them.
  const { _id: id, extensions, ...members } = document;
  const record = Object.assign(members, { id, extensions: JSON.parse(extensions) });
  // The members are those that `toDocument` took from a record of this type.
  return record as T;
};

/** What a document keeps of a record with extensions, without what is derived. */
export const toMembers = <T extends { readonly id: number; readonly extensions: Extensions }>({
  id,
  extensions,
  ...members
}: T): Omit<T, "id" | "extensions"> & { readonly _id: number; readonly extensions: string } => ({
  ...members,
  _id: id,
  extensions: JSON.stringify(extensions),
});
