import type { RecordKind } from "../model/post.ts";
import type { Inspection } from "./inspection.ts";
import type { Leases } from "./leases.ts";
import type { Outbox } from "./outbox.ts";
import type { DocumentRepository } from "./repositories/document-repository.ts";
import type { ImageRepository } from "./repositories/image-repository.ts";
import type { MergeRepository } from "./repositories/merge-repository.ts";
import type {
  EventRepository,
  OrganizerRepository,
  VenueRepository,
} from "./repositories/post-repository.ts";
import type { TermRepository } from "./repositories/term-repository.ts";
import type { VersionRepository } from "./repositories/version-repository.ts";
import type { UserIds } from "./user-ids.ts";

/**
 * Name of an id sequence. `record` is for events, venues, organizers and images; `term` is for categories and
 * tags.
 * Source: rules/interface.md#record-ids.
 */
export type Sequence = "record" | "term";

/** Id sequences, from 1. No id is assigned twice, even if several processes use the same store. */
export interface IdSequences<Name extends string = Sequence> {
  next(sequence: Name): Promise<number>;
  /** Assigns `count` new ids (at least 1) and returns them in ascending order. */
  nextMany(sequence: Name, count: number): Promise<readonly number[]>;
  /** Returns the highest id that was assigned or reserved; 0 at first. */
  last(sequence: Name): Promise<number>;
  /** Ensures that all ids assigned from now on are greater than `id`. */
  reserve(sequence: Name, id: number): Promise<void>;
}

/**
 * All repositories of a store.
 *
 * - Callers must not change returned objects. Several callers can get the same object, and it may be frozen.
 * - A store must not change an object after returning it, because representations are cached by object.
 * - Repositories are plain objects whose functions do not use `this`. Callers can copy them and replace a
 *   function.
 */
export interface Repositories {
  readonly events: EventRepository;
  readonly venues: VenueRepository;
  readonly organizers: OrganizerRepository;
  readonly terms: TermRepository;
  readonly images: ImageRepository;
  readonly documents: DocumentRepository;
  readonly versions: VersionRepository;
  readonly merges: MergeRepository;
  readonly ids: IdSequences;
  readonly outbox: Pick<Outbox, "append">;
  /** Returns the kind of the record with this id, or `undefined` if no record has it. */
  kindOf(id: number): Promise<RecordKind | undefined>;
}

/** Statistics of a cache since the process created it. */
export interface CacheUse {
  readonly hits: number;
  readonly misses: number;
  /** Approximate current size in bytes. */
  readonly bytes: number;
}

/**
 * Open store.
 *
 * - Reads through its own repositories return committed data. Each write through them is a separate
 *   transaction.
 * - Any method, also of a repository, may reject with `rest_storage_unavailable`. The storage is then
 *   unreachable, remains busy, or refuses writes. `cause` is the driver's error.
 * - An adapter exports `openXStore(address, options)`, which connects, migrates the data and returns a
 *   `Store`.
 */
export interface Store extends Repositories {
  readonly leases: Leases;
  /** User ids for a host application whose own user ids are texts. */
  readonly userIds: UserIds;
  readonly outbox: Outbox;
  /** Checks of the stored data. Absent if the store has no derived data, or no checks for it. */
  readonly inspection?: Inspection;
  /**
   * Runs `work` in a transaction.
   *
   * - When the promise resolves, all writes of `work` are durable and visible at once. If it rejects, nothing
   *   is written.
   * - `work` reads its own writes.
   * - Transactions are serializable, also between processes that use the same data.
   * - `work` may run again after a conflict, so it must only read and write the given repositories.
   * - Transactions cannot be nested.
   */
  transaction<T>(work: (repositories: Repositories) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in a separate transaction that is not grouped with others.
   * `native` is the database's own transaction handle, through which callers can write additional data. The
   * adapter documents its type. It is invalid after `work` has ended.
   * Absent if the database has no such handle.
   */
  nativeTransaction?<T>(work: (repositories: Repositories, native: unknown) => Promise<T>): Promise<T>;
  /**
   * Returns an identifier of the committed state of the store. As long as it is unchanged, no process has
   * committed anything.
   * Returns `undefined` if the store cannot determine it. Takes microseconds.
   * Throws the error that a read would reject with.
   */
  revision(): string | undefined;
  /**
   * Same as `revision`, for a database that must be queried for the identifier.
   * Data read after this call is at least as new as the returned state. The identifier may change without a
   * commit, and never returns to an earlier value.
   * Absent if `revision` suffices, or if the store cannot determine the state.
   */
  readRevision?(): Promise<string>;
  /**
   * Returns the statistics of this process's record cache; absent if the store has no cache. Synchronous;
   * must not throw.
   */
  cacheUse?(): CacheUse;
  /** Resolves if the store responds to a request, and rejects otherwise. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
