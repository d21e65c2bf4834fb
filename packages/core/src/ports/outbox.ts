import type { CalendarEvent } from "../model/event.ts";
import type { Image } from "../model/image.ts";
import type { Organizer } from "../model/organizer.ts";
import type { Term } from "../model/term.ts";
import type { Venue } from "../model/venue.ts";
import type { DomainEventName } from "./domain-events.ts";

/** The kinds of record whose changes are kept. */
export type ChangedKind = "event" | "venue" | "organizer" | "category" | "tag" | "image";

/** Who changed something, without what they could do; empty: the calendar itself, which publishes what is due. */
export interface StoredOrigin {
  /** From 1; absent for visitors and plugins. */
  readonly userId?: number;
  /** What a host with users of its own calls them. */
  readonly hostId?: number | string;
  /** The plugin that made the change of its own accord; its listeners are not called. */
  readonly plugin?: string;
  /** See `RequestTrace`. */
  readonly traceparent?: string;
}

/** One record that a unit of work has changed. Several writes of one record in a unit are one change. */
export interface OutboxChange {
  /** Milliseconds since 1970, by the clock of the process that wrote. */
  readonly time: number;
  readonly kind: ChangedKind;
  readonly recordId: number;
  /** What it was, such as `event.created` and `event.published`; at least one. */
  readonly names: readonly DomainEventName[];
  /** Absent: the record is new. */
  readonly before?: CalendarEvent | Venue | Organizer | Term | Image;
  /** Absent: the record is gone. */
  readonly after?: CalendarEvent | Venue | Organizer | Term | Image;
  readonly origin: StoredOrigin;
  /** Ids of records that look different since then without a change of their own, such as events that have lost their venue. */
  readonly affected?: { readonly events: readonly number[]; readonly terms: readonly number[] };
}

/** A committed change. */
export interface OutboxEntry extends OutboxChange {
  /**
   * From 1, ascending: an entry never comes to stand before or at a position that `readAfter` or `last` has answered. Of two changes of
   * one record the later one has the higher position. There may be gaps.
   */
  readonly position: number;
}

/** Somebody who is given every entry, from the moment on at which they were added. */
export interface OutboxReader {
  /** 1 to 200 characters. */
  readonly name: string;
  /** What the caller has named this beginning by; another one after the reader was removed and added again. */
  readonly id: string;
  /** The last position before the beginning. */
  readonly began: number;
  /** What it is done with: every entry up to here, except for failures. */
  readonly position: number;
}

/** An entry that a reader could not be given so far. */
export interface OutboxFailure {
  readonly reader: string;
  readonly position: number;
  readonly kind: ChangedKind;
  readonly recordId: number;
  /** How often it has failed; 0: it waits for an earlier one of its record. */
  readonly attempts: number;
  /** When it is tried again, in milliseconds since 1970. */
  readonly dueAt: number;
  /** What the last attempt failed with; `""` for none. At most 1,000 characters. */
  readonly error: string;
  /** It is not tried any more by itself, and nothing waits for it. */
  readonly isSetAside: boolean;
}

/** What happened, kept in the order of commits, and how far each reader has got. Not part of units of work, except for `append`. */
export interface Outbox {
  /** Kept with the unit of work, or not at all. */
  append(changes: readonly OutboxChange[]): Promise<void>;
  /** Entries beyond this position, in order, at most `limit`. */
  readAfter(position: number, limit: number): Promise<readonly OutboxEntry[]>;
  /** Those of these entries that are still kept, in no particular order. At most a few hundred. */
  findMany(positions: readonly number[]): Promise<readonly OutboxEntry[]>;
  /** The position of the latest entry that there ever was; 0 at first. */
  last(): Promise<number>;
  /** Entries up to this position have been removed; 0 at first. */
  removedUntil(): Promise<number>;
  /**
   * Removes the oldest entries, at most `limit`, up to the first one that is not from before `time`, together with failures that name
   * them; answers how many entries.
   */
  removeOlder(time: number, limit: number): Promise<number>;
  /**
   * Replaces what an entry says of its record before and after the change, for records that must not be known any more; all else stays.
   * False when it is not kept any more.
   */
  replaceRecords(position: number, records: Pick<OutboxChange, "before" | "after">): Promise<boolean>;
  /** By name. */
  readers(): Promise<readonly OutboxReader[]>;
  /** The reader as it is from now on; one of this name that is there already stays as it is. Safe with parallel callers: all get one. */
  addReader(name: string, id: string): Promise<OutboxReader>;
  /** Notes how far a reader has got; never goes back, and does nothing for an unknown one. */
  advance(name: string, position: number): Promise<void>;
  /** Together with its failures. False: there is none. */
  removeReader(name: string): Promise<boolean>;
  /** Replaces the one of its reader and position; nothing for an unknown reader. */
  saveFailure(failure: OutboxFailure): Promise<void>;
  /** False: there is none. */
  removeFailure(reader: string, position: number): Promise<boolean>;
  /** Of a reader, those set aside or the others, beyond this position, by position, at most `limit`. */
  failures(
    reader: string,
    isSetAside: boolean,
    afterPosition: number,
    limit: number,
  ): Promise<readonly OutboxFailure[]>;
}
