import type { RecordKind } from "../model/post.ts";
import type { Inspection } from "./inspection.ts";
import type { Leases } from "./leases.ts";
import type { Outbox } from "./outbox.ts";
import type { DocumentRepository } from "./repositories/document-repository.ts";
import type { ImageRepository } from "./repositories/image-repository.ts";
import type {
  EventRepository,
  OrganizerRepository,
  VenueRepository,
} from "./repositories/post-repository.ts";
import type { TermRepository } from "./repositories/term-repository.ts";
import type { UserIds } from "./user-ids.ts";

/** `record`: events, venues, organizers, images; `term`: categories, tags. Source: rules/interface.md#record-ids. */
export type Sequence = "record" | "term";

/** Ids from 1, never handed out twice, whatever the number of processes. */
export interface IdSequences<Name extends string = Sequence> {
  next(sequence: Name): Promise<number>;
  /** So many at once, from 1, ascending. */
  nextMany(sequence: Name, count: number): Promise<readonly number[]>;
  /** The highest id handed out or reserved so far; 0 at first. */
  last(sequence: Name): Promise<number>;
  /** From now on `next` answers only ids above this one. */
  reserve(sequence: Name, id: number): Promise<void>;
}

/**
 * Everything that is kept. Answers are only read: several callers may be answered with the same objects, and these may be frozen.
 * A store never changes what it has answered: how an object is shown is remembered with it. Repositories are plain objects whose
 * functions do not use `this`: others copy them and replace a function.
 */
export interface Repositories {
  readonly events: EventRepository;
  readonly venues: VenueRepository;
  readonly organizers: OrganizerRepository;
  readonly terms: TermRepository;
  readonly images: ImageRepository;
  readonly documents: DocumentRepository;
  readonly ids: IdSequences;
  readonly outbox: Pick<Outbox, "append">;
  /** Which kind of record has this id. */
  kindOf(id: number): Promise<RecordKind | undefined>;
}

/**
 * An opened store. Its own repositories read what is committed, and each of their writes is a transaction of its own.
 * All methods, also those of the repositories, reject with the `CalendarError` `rest_storage_unavailable` when the storage
 * cannot be reached, stays busy or cannot be written to at the moment; its `cause` is the error of the driver.
 * Opening is the adapter's: `openXStore(address, options)` connects, migrates and answers a `Store`.
 */
/** How a cache was used since it was made. */
export interface CacheUse {
  readonly hits: number;
  readonly misses: number;
  /** That it takes now, about. */
  readonly bytes: number;
}

export interface Store extends Repositories {
  readonly leases: Leases;
  /** Of the users of a host that calls them by texts. */
  readonly userIds: UserIds;
  readonly outbox: Outbox;
  /** Absent where a store has nothing derived that could disagree with its records, or does not know how to look. */
  readonly inspection?: Inspection;
  /**
   * Everything `work` writes through the repositories it is given becomes visible and durable at once when its promise
   * resolves, or not at all when it rejects. It reads its own writes. Transactions, of other processes on the same data, too,
   * never overlap in effect; `work` may therefore run again after a conflict and must do nothing but read and write these
   * repositories. Transactions do not nest.
   */
  transaction<T>(work: (repositories: Repositories) => Promise<T>): Promise<T>;
  /**
   * The same, together with no other unit, and with what the storage itself offers for further data to be kept in the same transaction:
   * documented by the adapter, and of no use once `work` has ended. Absent where there is nothing of the kind.
   */
  nativeTransaction?<T>(work: (repositories: Repositories, native: unknown) => Promise<T>): Promise<T>;
  /**
   * Names the committed state of everything that is kept: as long as it stays the same nothing was committed, by whatever process.
   * `undefined`: the store cannot say. Takes microseconds; throws what reads reject with.
   */
  revision(): string | undefined;
  /**
   * The same where the storage has to be asked: what is read after it was called is no older than the state that it names. A name may
   * change without a commit, and never comes back once it has. Absent: `revision` knows it, or nobody does.
   */
  readRevision?(): Promise<string>;
  /** Of the records that are kept in memory, counted in this process; absent: none are. At once; never throws. */
  cacheUse?(): CacheUse;
  /** Resolves when the store answers; rejects when it does not. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
