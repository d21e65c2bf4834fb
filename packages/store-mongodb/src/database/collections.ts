import type { ClientSession, Collection, CollectionOptions, Db, Document } from "mongodb";
import type {
  AccountDocument,
  EventDocument,
  ImageDocument,
  KeyDocument,
  LeaseDocument,
  OrganizerDocument,
  OutboxDocument,
  OutboxFailureDocument,
  OutboxReaderDocument,
  PluginDocument,
  SequenceDocument,
  SeriesDocument,
  TermDocument,
  UsageDocument,
  UserIdDocument,
  ValueDocument,
  VenueDocument,
} from "./documents.ts";

export interface Documents {
  readonly events: EventDocument;
  readonly venues: VenueDocument;
  readonly organizers: OrganizerDocument;
  readonly terms: TermDocument;
  readonly usage: UsageDocument;
  readonly series: SeriesDocument;
  readonly images: ImageDocument;
  readonly accounts: AccountDocument;
  readonly keys: KeyDocument;
  readonly sequences: SequenceDocument;
  readonly leases: LeaseDocument;
  readonly userIds: UserIdDocument;
  readonly pluginDocuments: PluginDocument;
  readonly pluginValues: ValueDocument;
  readonly outbox: OutboxDocument;
  readonly outboxReaders: OutboxReaderDocument;
  readonly outboxFailures: OutboxFailureDocument;
}

export type CollectionName = keyof Documents;
export type Collections = { readonly [Name in CollectionName]: Collection<Documents[Name]> };

/** A document of whatever collection of records. */
export interface StoredDocument extends Document {
  readonly _id: number;
}

/** The collection with documents of whatever type. */
export const collectionOf = (collections: Collections, name: CollectionName): Collection<StoredDocument> =>
  // Conversions know the type of what they read, and nothing else is written through it than what they made.
  collections[name] as unknown as Collection<StoredDocument>;

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
  const named = <D extends Documents[CollectionName]>(name: string): Collection<D> =>
    db.collection<D>(prefix + name, COLLECTION_OPTIONS);
  return {
    events: named("events"),
    venues: named("venues"),
    organizers: named("organizers"),
    terms: named("terms"),
    usage: named("usage"),
    series: named("series"),
    images: named("images"),
    accounts: named("accounts"),
    keys: named("claims"),
    sequences: named("sequences"),
    leases: named("leases"),
    userIds: named("userIds"),
    pluginDocuments: named("pluginDocuments"),
    pluginValues: named("pluginValues"),
    outbox: named("outbox"),
    outboxReaders: named("outboxReaders"),
    outboxFailures: named("outboxFailures"),
  };
};

/** Milliseconds after which the server gives up a read: no caller waits for it any more. */
export const LONGEST_READ = 10_000;

/** The collections with what every command needs: to be part of a transaction, if there is one, and reads to end in time. */
export type Access = Collections & {
  readonly reading: { readonly session?: ClientSession; readonly maxTimeMS: number; readonly hint?: string };
  /** What reads add that must see several collections at the same moment: transactions do so anyway. */
  readonly snapshot: { readonly readConcern?: { readonly level: "snapshot" } };
  readonly writing: { readonly session?: ClientSession };
  /** No two transactions of a process have the same one at the same time: see `locks.ts`. */
  readonly lane: number;
  /** False where nothing can conflict: outside, and on a standalone server. */
  readonly isTransaction: boolean;
};
