import type { CalendarEvent, Organizer, Post, Venue } from "@kalends/core";
import { claimsSlug, toOccurrence } from "@kalends/core/storage";
import type { Document } from "mongodb";
import type { Access } from "../database/collections.ts";
import {
  type AccountDocument,
  type EventDocument,
  type OrganizerDocument,
  type TermDocument,
  toRecord,
  type VenueDocument,
} from "../database/documents.ts";
import { oneOf } from "../queries/clauses.ts";
import { toAccountDerived } from "../repositories/account-repository.ts";
import { toOrganizerDocument, toVenueDocument } from "../repositories/linked-repository.ts";
import { toTermDerived } from "../repositories/term-repository.ts";
import { fromEventDocument, isRow, toEventDocument } from "../series/event-documents.ts";
import { toExternalKeyIds, toKeyId } from "../transactions/unique-keys.ts";

/** Names of the collections that contain records. */
export type Recorded = "events" | "venues" | "organizers" | "images" | "terms" | "accounts";

export interface StoredRecord extends Document {
  readonly _id: number;
}

/** Document that the store would write for a record now, and the keys that the record reserves. */
export interface Expected {
  readonly document: object;
  /** `_id` of each key document: of the slug or name, and of external ids. */
  readonly names: readonly string[];
}

/** Reason why a document cannot be read. */
export interface Unreadable {
  readonly problem: "unreadable" | "occurrence";
}

/** Returns the series of the occurrences among these documents, by id. */
export const findSeries = async (
  { events, reading }: Access,
  documents: readonly StoredRecord[],
): Promise<ReadonlyMap<number, EventDocument>> => {
  const ids = [...new Set(documents.map(({ occurrence }) => occurrence?.seriesId).filter(Number.isInteger))];
  if (ids.length === 0) return new Map();
  const found = await events.find(oneOf("_id", ids), reading).toArray();
  return new Map(found.map((document) => [document._id, document]));
};

/** Derives the document of a record with the functions that also store it. */
export const derive = (
  name: Recorded,
  document: StoredRecord,
  series: ReadonlyMap<number, EventDocument>,
): Expected | Unreadable => {
  try {
    return DERIVE[name](document, series);
  } catch {
    return { problem: "unreadable" };
  }
};

const namesOfPost = (kind: "event" | "venue" | "organizer", post: Post): readonly string[] => [
  ...(claimsSlug(post) ? [toKeyId({ kind, name: post.slug })] : []),
  ...toExternalKeyIds(kind, post),
];

// The types are safe, because only their repositories write these collections. Invalid documents throw.
const DERIVE: Readonly<
  Record<
    Recorded,
    (document: StoredRecord, series: ReadonlyMap<number, EventDocument>) => Expected | Unreadable
  >
> = {
  events(document, series) {
    const old = document as EventDocument;
    const stored = fromEventDocument(old);
    const followed = isRow(stored) ? series.get(stored.occurrence.seriesId) : undefined;
    if (isRow(stored) && (followed === undefined || followed.occurrence !== undefined))
      return { problem: "occurrence" };
    const event =
      isRow(stored) && followed !== undefined
        ? toOccurrence(toRecord<CalendarEvent>(followed), stored)
        : stored;
    return {
      document: toEventDocument(event as CalendarEvent, old),
      names: namesOfPost("event", event as CalendarEvent),
    };
  },
  venues(document) {
    const venue = toRecord<Venue>(document as VenueDocument);
    return { document: toVenueDocument(venue), names: namesOfPost("venue", venue) };
  },
  organizers(document) {
    const organizer = toRecord<Organizer>(document as OrganizerDocument);
    return { document: toOrganizerDocument(organizer), names: namesOfPost("organizer", organizer) };
  },
  images(document) {
    JSON.parse(document.sizes);
    return { document, names: [] };
  },
  terms(document) {
    const term = document as TermDocument;
    JSON.parse(term.extensions);
    const { taxonomy, slug } = term;
    return {
      document: { ...document, derived: toTermDerived(term) },
      names: [toKeyId({ kind: taxonomy, name: slug }), ...toExternalKeyIds(taxonomy, term)],
    };
  },
  accounts(document) {
    const derived = toAccountDerived(document as AccountDocument);
    return {
      document: { ...document, derived },
      names: [toKeyId({ kind: "account", name: derived.foldedName })],
    };
  },
};

/**
 * True if both documents have the same members, in any order, with the same values. Members that are
 * `undefined` are ignored, because they are not stored.
 */
export const isSameDocument = (one: object, other: object): boolean => canonical(one) === canonical(other);

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
