import type { CalendarEvent } from "../model/event.ts";
import type { Image } from "../model/image.ts";
import type { Organizer } from "../model/organizer.ts";
import type { Term } from "../model/term.ts";
import type { Venue } from "../model/venue.ts";
import type { DomainEventName } from "./domain-events.ts";

/** Kinds of record whose changes are stored. */
export type ChangedKind = "event" | "venue" | "organizer" | "category" | "tag" | "image";

/**
 * Author of a change, without their rights. Empty if the calendar itself made the change, for example by
 * publishing a due record.
 */
export interface StoredOrigin {
  /** User id from 1; absent for visitors and plugins. */
  readonly userId?: number;
  /** Id of the user in the host application's own user system. */
  readonly hostId?: number | string;
  /** Plugin that made the change itself. Its listeners are not called. */
  readonly plugin?: string;
  /** See `RequestTrace`. */
  readonly traceparent?: string;
}

/** Change of one record by a unit of work. Several writes of one record in a unit count as one change. */
export interface OutboxChange {
  /** Milliseconds since 1970, by the clock of the writing process. */
  readonly time: number;
  readonly kind: ChangedKind;
  readonly recordId: number;
  /** Names such as `event.created` and `event.published`; at least one. */
  readonly names: readonly DomainEventName[];
  /** Absent if the record is new. */
  readonly before?: CalendarEvent | Venue | Organizer | Term | Image;
  /** Absent if the record was removed. */
  readonly after?: CalendarEvent | Venue | Organizer | Term | Image;
  readonly origin: StoredOrigin;
  /**
   * Ids of records whose representation changed although they were not written, such as events that lost
   * their venue.
   */
  readonly affected?: { readonly events: readonly number[]; readonly terms: readonly number[] };
}

/** Committed change. */
export interface OutboxEntry extends OutboxChange {
  /**
   * Position from 1, ascending. No entry is ever added at or before a position that `readAfter` or `last` has
   * returned. Of two changes of one record, the later one has the higher position. Positions may have gaps.
   */
  readonly position: number;
}

/** Consumer that receives every entry added after its registration. */
export interface OutboxConsumer {
  /** Name of 1 to 200 characters. */
  readonly name: string;
  /**
   * Id chosen by the caller for this registration. It differs after the consumer was removed and added again.
   */
  readonly id: string;
  /** Last position before the registration. */
  readonly began: number;
  /** Position up to which every entry is finished, except for failures. */
  readonly position: number;
}

/** Entry that could not be delivered to a consumer so far. */
export interface OutboxFailure {
  readonly reader: string;
  readonly position: number;
  readonly kind: ChangedKind;
  readonly recordId: number;
  /** Number of failed attempts; 0 if it waits for an earlier entry of its record. */
  readonly attempts: number;
  /** Time of the next attempt, in milliseconds since 1970. */
  readonly dueAt: number;
  /** Error of the last attempt, at most 1,000 characters; `""` if there was none. */
  readonly error: string;
  /** True if the entry is no longer retried automatically. Later entries do not wait for it. */
  readonly isSetAside: boolean;
}

/**
 * Log of changes in the order of commits, with the progress of each consumer. Only `append` is part of a unit
 * of work.
 */
export interface Outbox {
  /** Appends changes; they are committed or rolled back with the unit of work. */
  append(changes: readonly OutboxChange[]): Promise<void>;
  /** Returns entries after this position, in order, at most `limit`. */
  readAfter(position: number, limit: number): Promise<readonly OutboxEntry[]>;
  /**
   * Returns those of these entries that still exist, in no particular order. Accepts at most a few hundred
   * positions.
   */
  findMany(positions: readonly number[]): Promise<readonly OutboxEntry[]>;
  /** Returns the highest position ever used; 0 at first. */
  last(): Promise<number>;
  /** Returns the position up to which entries have been removed; 0 at first. */
  removedUntil(): Promise<number>;
  /**
   * Removes the oldest entries, at most `limit`, until one that is not older than `time`. Also removes
   * failures that refer to them. Returns the number of removed entries.
   */
  removeOlder(time: number, limit: number): Promise<number>;
  /**
   * Replaces the record before and after the change in an entry, for records that must be erased. Everything
   * else in the entry is unchanged. Returns false if the entry no longer exists.
   */
  replaceRecords(position: number, records: Pick<OutboxChange, "before" | "after">): Promise<boolean>;
  /** Returns all consumers, by name. */
  consumers(): Promise<readonly OutboxConsumer[]>;
  /**
   * Adds a consumer and returns it. A consumer with this name that already exists is returned unchanged. Safe
   * with parallel callers: all get the same one.
   */
  addConsumer(name: string, id: string): Promise<OutboxConsumer>;
  /** Stores the progress of a consumer. Never moves it back, and does nothing for an unknown consumer. */
  advance(name: string, position: number): Promise<void>;
  /** Removes a consumer and its failures. Returns false if there is no such consumer. */
  removeConsumer(name: string): Promise<boolean>;
  /**
   * Stores a failure, replacing the one of its consumer and position. Does nothing for an unknown consumer.
   */
  saveFailure(failure: OutboxFailure): Promise<void>;
  /** Returns false if there is no such failure. */
  removeFailure(reader: string, position: number): Promise<boolean>;
  /**
   * Returns failures of a consumer, either those set aside or the others, after this position. Sorted by
   * position, at most `limit`.
   */
  failures(
    reader: string,
    isSetAside: boolean,
    afterPosition: number,
    limit: number,
  ): Promise<readonly OutboxFailure[]>;
}
