import type { CalendarEvent } from "../model/event.ts";
import type { Image } from "../model/image.ts";
import type { Organizer } from "../model/organizer.ts";
import type { Term } from "../model/term.ts";
import type { Venue } from "../model/venue.ts";
import type { DomainEventName } from "./domain-events.ts";

/** Kinds of record whose changes the outbox stores. */
export type ChangedKind = "event" | "venue" | "organizer" | "category" | "tag" | "image";

/**
 * User or plugin that made a change, without the user's rights. Empty if the calendar itself made the change,
 * for example by publishing a scheduled record.
 */
export interface StoredOrigin {
  /** User id, from 1. Absent for visitors and plugins. */
  readonly userId?: number;
  /** Id of the user in the host application. */
  readonly hostId?: number | string;
  /** Name of the plugin that made the change itself. The plugin's own listeners are not called for it. */
  readonly plugin?: string;
  /** `traceparent` header of the request that made the change. */
  readonly traceparent?: string;
}

/**
 * Change of one record in a unit of work. If the unit writes the record several times, this is one change.
 */
export interface OutboxChange {
  /** Time of the change in milliseconds since 1970, by the clock of the process that made it. */
  readonly time: number;
  readonly kind: ChangedKind;
  readonly recordId: number;
  /**
   * Names of the domain events for the change, such as `event.created` and `event.published`; at least one.
   */
  readonly names: readonly DomainEventName[];
  /** Record before the change; absent if the record is new. */
  readonly before?: CalendarEvent | Venue | Organizer | Term | Image;
  /** Record after the change; absent if the record was removed. */
  readonly after?: CalendarEvent | Venue | Organizer | Term | Image;
  readonly origin: StoredOrigin;
  /**
   * Ids of other records whose responses have changed although they were not stored again, such as events
   * whose venue was removed.
   */
  readonly affected?: { readonly events: readonly number[]; readonly terms: readonly number[] };
  /** Records that were merged into this one, as they were before the merge. */
  readonly merged?: readonly (Venue | Organizer | Term)[];
}

/** Change in the outbox, after the commit. */
export interface OutboxEntry extends OutboxChange {
  /**
   * Position in the outbox, from 1, ascending and possibly with gaps.
   * If one record changes twice, the later change has the higher position. After `readAfter` or `last` has
   * returned a position, no entry is ever added at or before it.
   */
  readonly position: number;
}

/** Consumer that receives every entry that is added after the consumer's registration. */
export interface OutboxConsumer {
  /** Name of the consumer, with 1 to 200 characters. */
  readonly name: string;
  /**
   * Id of this registration, chosen by the caller. If a consumer is removed and added again, it gets a new
   * id.
   */
  readonly id: string;
  /** Last position in the outbox at the time of the registration. */
  readonly began: number;
  /** Position up to which the consumer has handled every entry, except those recorded as failures. */
  readonly position: number;
}

/** Entry that a consumer has not handled successfully yet. `reader` is the name of the consumer. */
export interface OutboxFailure {
  readonly reader: string;
  readonly position: number;
  readonly kind: ChangedKind;
  readonly recordId: number;
  /** Number of failed attempts. It is 0 if the entry only waits for an earlier entry of the same record. */
  readonly attempts: number;
  /** Time of the next attempt, in milliseconds since 1970. */
  readonly dueAt: number;
  /** Error of the last attempt, at most 1,000 characters; `""` if no attempt has failed. */
  readonly error: string;
  /**
   * True if the entry is set aside: it is not retried automatically, and later entries of the same record do
   * not wait for it.
   */
  readonly isSetAside: boolean;
}

/**
 * Log of changes in the order of commits, together with the progress of each consumer. Only `append` takes
 * part in a unit of work.
 */
export interface Outbox {
  /** Adds changes to the log. They are committed or rolled back together with the unit of work. */
  append(changes: readonly OutboxChange[]): Promise<void>;
  /** Returns at most `limit` entries after this position, in order. */
  readAfter(position: number, limit: number): Promise<readonly OutboxEntry[]>;
  /**
   * Returns the entries at these positions, in no particular order. Positions without an entry are skipped.
   * At most a few hundred positions are allowed.
   */
  findMany(positions: readonly number[]): Promise<readonly OutboxEntry[]>;
  /** Returns the highest position that was ever used; 0 at first. */
  last(): Promise<number>;
  /** Returns the position up to which entries were removed; 0 at first. */
  removedUntil(): Promise<number>;
  /**
   * Removes the oldest entries, at most `limit`, up to the first one that is not older than `time`. Failures
   * of removed entries are removed too. Returns the number of removed entries.
   */
  removeOlder(time: number, limit: number): Promise<number>;
  /**
   * Replaces `before`, `after` and `merged` in an entry, because the content of a record must be erased. The
   * other members stay unchanged. Returns false if the entry no longer exists.
   */
  replaceRecords(
    position: number,
    records: Pick<OutboxChange, "before" | "after" | "merged">,
  ): Promise<boolean>;
  /** Returns all consumers, ordered by name. */
  consumers(): Promise<readonly OutboxConsumer[]>;
  /**
   * Adds a consumer and returns it. If a consumer with this name exists, returns the existing one. Concurrent
   * callers all get the same consumer.
   */
  addConsumer(name: string, id: string): Promise<OutboxConsumer>;
  /**
   * Stores the progress of a consumer. It never moves the position back, and does nothing if the consumer
   * does not exist.
   */
  advance(name: string, position: number): Promise<void>;
  /** Removes a consumer and its failures. Returns false if the consumer does not exist. */
  removeConsumer(name: string): Promise<boolean>;
  /**
   * Stores a failure. It replaces the failure of the same consumer and position. Does nothing if the consumer
   * does not exist.
   */
  saveFailure(failure: OutboxFailure): Promise<void>;
  /** Removes a failure. Returns false if it does not exist. */
  removeFailure(reader: string, position: number): Promise<boolean>;
  /**
   * Returns at most `limit` failures of a consumer after this position, ordered by position. `isSetAside`
   * selects the failures that are set aside, or all others.
   */
  failures(
    reader: string,
    isSetAside: boolean,
    afterPosition: number,
    limit: number,
  ): Promise<readonly OutboxFailure[]>;
}
