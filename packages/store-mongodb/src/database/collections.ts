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
  readonly outbox: OutboxDocument;
  readonly outboxReaders: OutboxReaderDocument;
  readonly outboxFailures: OutboxFailureDocument;
}

export type CollectionName = keyof Documents;
export type Collections = { readonly [Name in CollectionName]: Collection<Documents[Name]> };

/** A document of any collection of records. */
export interface StoredDocument extends Document {
  readonly _id: number;
}

/** Returns a collection with an untyped document. */
export const collectionOf = (collections: Collections, name: CollectionName): Collection<StoredDocument> =>
  // Cast: conversion functions know the type they read, and only documents that they created are written.
  collections[name] as unknown as Collection<StoredDocument>;

/**
 * Options that override the preferences of the caller's client: acknowledged writes are durable, and numbers
 * are returned as numbers.
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

/** Returns the collections of one store. `prefix` precedes each name. */
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
    outbox: named("outbox"),
    outboxReaders: named("outboxReaders"),
    outboxFailures: named("outboxFailures"),
  };
};

/** Milliseconds after which the server cancels a read, because no caller waits for it any more. */
export const MAX_READ = 10_000;

/**
 * The collections with the options of every command: the transaction, if any, and the time limit for reads.
 */
export type Access = Collections & {
  readonly reading: { readonly session?: ClientSession; readonly maxTimeMS: number; readonly hint?: string };
  /** Options for reads that need several collections in one state. Transactions have that anyway. */
  readonly snapshot: { readonly readConcern?: { readonly level: "snapshot" } };
  readonly writing: { readonly session?: ClientSession };
  /** Number that no two concurrent transactions of a process share, see `locks.ts`. */
  readonly lane: number;
  /** False if conflicts are impossible: outside transactions, and on a standalone server. */
  readonly isTransaction: boolean;
};
