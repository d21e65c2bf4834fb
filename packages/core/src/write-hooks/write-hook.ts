import type { CalendarEvent } from "../model/event.ts";
import type { Organizer } from "../model/organizer.ts";
import type { Term } from "../model/term.ts";
import type { Venue } from "../model/venue.ts";
import type { RequestTrace } from "../ports/domain-events.ts";
import type { Actor } from "../rights/actor.ts";

/** The kinds of record that callers write, with the record of each. */
export interface WrittenRecords {
  readonly event: CalendarEvent;
  readonly venue: Venue;
  readonly organizer: Organizer;
  readonly category: Term;
  readonly tag: Term;
}

export type WrittenKind = keyof WrittenRecords;

export type WrittenRecord = WrittenRecords[WrittenKind];

/** A write that a hook looks at before it is stored. `kind` tells TypeScript which record it has. */
export type PendingWrite = {
  readonly [Kind in WrittenKind]: {
    readonly kind: Kind;
    /** The record as it would be stored; frozen. */
    readonly record: WrittenRecords[Kind];
    /** The record as it is stored; absent where it is new. */
    readonly before?: WrittenRecords[Kind];
    /** Who writes; absent where the calendar publishes a scheduled record whose time has come. */
    readonly actor?: Actor;
    /** By which request; absent: calls in process, jobs and commands. */
    readonly trace?: RequestTrace;
    /** Of a new series that is the second part of one that was split: the first, as it was before. */
    readonly splitFrom?: WrittenRecords["event"];
  };
}[WrittenKind];

/** Everything about a write but its record. */
export type WriteContext = {
  readonly [Kind in WrittenKind]: Omit<Extract<PendingWrite, { readonly kind: Kind }>, "record">;
}[WrittenKind];

/** Refuses a write (400): `parameter` is the public name of the value at fault, `text` says why in English. */
export interface WriteRefusal {
  readonly problem: {
    readonly parameter: string;
    readonly text?: string;
    /** Which part of the value is at fault, such as `[1][phone]`; by default the whole. */
    readonly at?: string;
  };
}

/**
 * What looks at every event, venue, organizer and term that callers write, before it is stored.
 * Source: rules/interface.md#write-hooks.
 */
export interface WriteHook {
  /**
   * Answers the record itself (or nothing) to leave it as it is, the whole record with some members changed, or a refusal. Runs inside
   * the unit of work, which may run again: it is synchronous and does nothing but answer.
   */
  beforeSave?(write: PendingWrite): WrittenRecord | WriteRefusal | undefined;
  /**
   * Answers nothing, or a refusal. Runs before the unit of work, with the record as it would be stored, and may ask other servers; a
   * new record has the id 0, and an image that is not stored yet is missing. How long it may take is its own business. Not asked for
   * scheduled records that are published.
   */
  check?(write: PendingWrite): Promise<WriteRefusal | undefined>;
}
