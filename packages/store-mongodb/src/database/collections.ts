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
  SignInRecordDocument,
  TermDocument,
  UsageDocument,
  UserIdDocument,
  ValueDocument,
  VenueDocument,
  VersionDocument,
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
  readonly signInRecords: SignInRecordDocument;
  readonly keys: KeyDocument;
  readonly sequences: SequenceDocument;
  readonly leases: LeaseDocument;
  readonly userIds: UserIdDocument;
  readonly pluginDocuments: PluginDocument;
  readonly pluginValues: ValueDocument;
  readonly versions: VersionDocument;
  readonly outbox: OutboxDocument;
  readonly outboxReaders: OutboxReaderDocument;
  readonly outboxFailures: OutboxFailureDocument;
}

export type CollectionName = keyof Documents;
export type Collections = { readonly [Name in CollectionName]: Collection<Documents[Name]> };

/** Document of any collection of records. */
export interface StoredDocument extends Document {
  readonly _id: number;
}

/** Returns a collection whose documents have no specific type. */
export const collectionOf = (collections: Collections, name: CollectionName): Collection<StoredDocument> =>
  // The type is safe, because conversion functions know the type that they read, and only documents that they
  // created are written.
  collections[name] as unknown as Collection<StoredDocument>;

/**
 * Options that override those of the caller's client. Acknowledged writes are durable, and BSON numbers are
 * converted to JavaScript numbers.
 */
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

/** Returns the collections of one store. The names of all of them begin with `prefix`. */
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
    signInRecords: named("signInRecords"),
    keys: named("claims"),
    sequences: named("sequences"),
    leases: named("leases"),
    userIds: named("userIds"),
    pluginDocuments: named("pluginDocuments"),
    pluginValues: named("pluginValues"),
    versions: named("versions"),
    outbox: named("outbox"),
    outboxReaders: named("outboxReaders"),
    outboxFailures: named("outboxFailures"),
  };
};

/** Number of milliseconds after which the server cancels a read. No caller waits longer. */
export const MAX_READ = 10_000;

/** Collections, with the options for every command: the transaction, if any, and the time limit for reads. */
export type Access = Collections & {
  readonly reading: { readonly session?: ClientSession; readonly maxTimeMS: number; readonly hint?: string };
  /**
   * Options for reads that need several collections in the same state. Empty inside a transaction, where all
   * reads see the same state.
   */
  readonly snapshot: { readonly readConcern?: { readonly level: "snapshot" } };
  readonly writing: { readonly session?: ClientSession };
  /** Number that no other running transaction of this process has: see `locks.ts`. */
  readonly lane: number;
  /**
   * True if conflicts with other transactions are possible. False outside of transactions, and on a
   * standalone server.
   */
  readonly isTransaction: boolean;
};
