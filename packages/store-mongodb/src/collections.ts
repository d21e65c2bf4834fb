import type { ClientSession, Collection, CollectionOptions, Db } from "mongodb";
import type {
  AccountDocument,
  ClaimDocument,
  EventDocument,
  ImageDocument,
  OrganizerDocument,
  SequenceDocument,
  TermDocument,
  VenueDocument,
} from "./documents.ts";

export interface Collections {
  readonly events: Collection<EventDocument>;
  readonly venues: Collection<VenueDocument>;
  readonly organizers: Collection<OrganizerDocument>;
  readonly terms: Collection<TermDocument>;
  readonly images: Collection<ImageDocument>;
  readonly accounts: Collection<AccountDocument>;
  readonly claims: Collection<ClaimDocument>;
  readonly sequences: Collection<SequenceDocument>;
}

export type CollectionName = keyof Collections;

/** Whatever the client that was passed in prefers: acknowledged is durable, and numbers are numbers. */
export const COLLECTION_OPTIONS: CollectionOptions = {
  readConcern: { level: "majority" },
  writeConcern: { w: "majority", j: true },
  readPreference: "primary",
  ignoreUndefined: true,
  promoteValues: true,
  promoteLongs: true,
  useBigInt64: false,
  raw: false,
};

/** The collections of one store: `prefix` comes before each name. */
export const createCollections = (db: Db, prefix: string): Collections => {
  const named = <D extends { readonly _id: number | string }>(name: CollectionName): Collection<D> =>
    db.collection<D>(prefix + name, COLLECTION_OPTIONS);
  return {
    events: named("events"),
    venues: named("venues"),
    organizers: named("organizers"),
    terms: named("terms"),
    images: named("images"),
    accounts: named("accounts"),
    claims: named("claims"),
    sequences: named("sequences"),
  };
};

/** Milliseconds after which the server gives up a read: nobody waits for it any more. */
export const LONGEST_READ = 10_000;

/** The collections with what every command needs: to be part of a unit of work, if there is one, and reads to end in time. */
export interface Access extends Collections {
  readonly reading: { readonly session?: ClientSession; readonly maxTimeMS: number; readonly hint?: string };
  readonly writing: { readonly session?: ClientSession };
  /** False where nothing can collide: on a standalone server. */
  readonly isTransaction: boolean;
}
