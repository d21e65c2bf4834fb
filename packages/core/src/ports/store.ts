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

/**
 * Name of an id sequence. `record`: events, venues, organizers, images; `term`: categories, tags.
 * Source: rules/interface.md#record-ids.
 */
export type Sequence = "record" | "term";

/** Sequences of ids from 1. No id is assigned twice, however many processes there are. */
export interface IdSequences<Name extends string = Sequence> {
  next(sequence: Name): Promise<number>;
  /** Assigns `count` ids at once (at least 1), ascending. */
  nextMany(sequence: Name, count: number): Promise<readonly number[]>;
  /** Returns the highest id assigned or reserved so far; 0 at first. */
  last(sequence: Name): Promise<number>;
  /** Makes `next` return only ids above this one from now on. */
  reserve(sequence: Name, id: number): Promise<void>;
}

/**
 * All repositories. Callers must not change returned objects: several callers may get the same objects, which
 * may be frozen. A store must not change objects that it has returned, because representations are cached by
 * object. Repositories are plain objects whose functions do not use `this`, so that callers can copy them and
 * replace a function.
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
  /** Returns the kind of the record with this id. */
  kindOf(id: number): Promise<RecordKind | undefined>;
}

/** Usage counters of a cache since it was created. */
export interface CacheUse {
  readonly hits: number;
  readonly misses: number;
  /** Approximate size in bytes now. */
  readonly bytes: number;
}

/**
 * Open store. Its own repositories read committed data, and each of their writes is a separate transaction.
 * All methods, including those of the repositories, may reject with the `CalendarError`
 * `rest_storage_unavailable`: the storage is unreachable, stays busy or refuses writes at the moment. The
 * `cause` is the driver's error. Adapters export `openXStore(address, options)`, which connects, migrates and
 * returns a `Store`.
 */
export interface Store extends Repositories {
  readonly leases: Leases;
  /** User ids of a host application that identifies its users by texts. */
  readonly userIds: UserIds;
  readonly outbox: Outbox;
  /** Absent if a store has no derived data that could differ from its records, or no checks for it. */
  readonly inspection?: Inspection;
  /**
   * Runs a transaction. Everything that `work` writes through the given repositories becomes visible and
   * durable at once when the promise resolves; if it rejects, nothing is written. `work` reads its own
   * writes.
   * Transactions, including those of other processes on the same data, never overlap in effect. `work` may
   * therefore run again after a conflict, and must only read and write these repositories. Transactions do
   * not nest.
   */
  transaction<T>(work: (repositories: Repositories) => Promise<T>): Promise<T>;
  /**
   * Runs a transaction that no other unit of work shares. `native` is the storage's own transaction handle,
   * through which callers can write more data. The adapter documents it; it is invalid when `work` has ended.
   * Absent if the storage has no such handle.
   */
  nativeTransaction?<T>(work: (repositories: Repositories, native: unknown) => Promise<T>): Promise<T>;
  /**
   * Returns a name of the committed state of the store. If it is unchanged, no process has committed
   * anything. Returns `undefined` if the store cannot determine it. Takes microseconds; throws the error that
   * reads would reject with.
   */
  revision(): string | undefined;
  /**
   * Same as `revision`, for a storage that must be queried. Data that is read after the call is at least as
   * new as the named state. The name may change without a commit, and never returns to an earlier value.
   * Absent if `revision` suffices, or if the store cannot determine it.
   */
  readRevision?(): Promise<string>;
  /**
   * Returns the use of this process's cache of records; absent if there is no cache. Synchronous; never
   * throws.
   */
  cacheUse?(): CacheUse;
  /** Resolves if the store responds, and rejects if it does not. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
