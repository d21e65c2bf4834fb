import type {
  Account,
  CalendarEvent,
  Extensions,
  Image,
  Organizer,
  RecordKind,
  Term as TermRecord,
  TermUsage,
  Venue,
} from "@kalends/core";

/**
 * What is computed from a record beside it, for queries alone: reading leaves it out. `touched` counts the units of work that
 * relied on the record without changing it, so that they collide with those that change it.
 */
interface Derived {
  readonly touched?: number;
}

interface PostDerived extends Derived {
  readonly claimsSlug: boolean;
  /** See `toGrams`. */
  readonly grams: readonly number[];
}

/**
 * A record as a document. Its names are those of the record; members whose names are anybody's choice are JSON text, since
 * documents neither nest without limit nor take every name.
 */
type Stored<T extends { readonly id: number }, Derivation extends Derived, Free extends keyof T> = Omit<
  T,
  "id" | Free
> &
  Readonly<Record<Free, string>> & { readonly _id: number; readonly derived: Derivation };

export type EventDocument = Stored<
  CalendarEvent,
  PostDerived & {
    /** The status of an event that lists show; hidden events have none. */
    readonly listed?: string;
    /** `eventSearchText`. */
    readonly text: string;
  },
  "extensions"
>;

interface LinkedDerived extends PostDerived {
  readonly foldedName: string;
  readonly foldedDescription: string;
  /** `venueSearchFields` or `organizerSearchFields`. */
  readonly fields: readonly string[];
}

export type VenueDocument = Stored<Venue, LinkedDerived, "extensions">;
export type OrganizerDocument = Stored<Organizer, LinkedDerived, "extensions">;

export type TermDocument = Stored<
  TermRecord,
  Derived & { readonly lowerName: string; readonly foldedName: string },
  "extensions"
> & { readonly usage: TermUsage };

export type ImageDocument = Stored<Image, Derived, "sizes">;

export type AccountDocument = Stored<Account, Derived & { readonly foldedName: string }, never>;

/** What only one record may have, or what units of work collide over: see `claims.ts`. */
export interface ClaimDocument {
  readonly _id: string;
  /** The record that has the slug or name. */
  readonly holder?: number;
  /** The kind of record that has the id. */
  readonly kind?: RecordKind;
  readonly touched?: number;
}

export interface SequenceDocument {
  readonly _id: string;
  readonly last: number;
}

/** Leaves out of a document what only queries look at. */
export const WITHOUT_DERIVED = { derived: 0 } as const;

type WithoutDerived<D> = Omit<D, "derived">;

/** The record of a document that was read without what is derived. */
export const toRecord = <T extends { readonly extensions: Extensions }>(
  document: WithoutDerived<{ readonly _id: number; readonly extensions: string }>,
): T => {
  const { _id: id, extensions, ...members } = document;
  // The members are those that `toDocument` took from a record of this type.
  return { ...members, id, extensions: JSON.parse(extensions) } as unknown as T;
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
