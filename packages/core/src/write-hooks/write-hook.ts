import type { CalendarEvent } from "../model/event.ts";
import type { Organizer } from "../model/organizer.ts";
import type { Term } from "../model/term.ts";
import type { Venue } from "../model/venue.ts";
import type { RequestTrace } from "../ports/domain-events.ts";
import type { Actor } from "../rights/actor.ts";

/** Records that callers write, by kind. */
export interface WrittenRecords {
  readonly event: CalendarEvent;
  readonly venue: Venue;
  readonly organizer: Organizer;
  readonly category: Term;
  readonly tag: Term;
}

export type WrittenKind = keyof WrittenRecords;

export type WrittenRecord = WrittenRecords[WrittenKind];

/** Write that a hook receives before it is stored. `kind` lets TypeScript narrow the type of the record. */
export type PendingWrite = {
  readonly [Kind in WrittenKind]: {
    readonly kind: Kind;
    /** Frozen record in the version that would be stored. */
    readonly record: WrittenRecords[Kind];
    /** Stored record; absent for a new one. */
    readonly before?: WrittenRecords[Kind];
    /** Writing actor; absent if the calendar publishes a scheduled record. */
    readonly actor?: Actor;
    /** Request that caused the write; absent for in-process calls, jobs and commands. */
    readonly trace?: RequestTrace;
    /**
     * Original series, as it was before a split. Set for the new series that is the second part of the split.
     */
    readonly splitFrom?: WrittenRecords["event"];
  };
}[WrittenKind];

/** Data of a write without its record. */
export type WriteContext = {
  readonly [Kind in WrittenKind]: Omit<Extract<PendingWrite, { readonly kind: Kind }>, "record">;
}[WrittenKind];

/**
 * Refusal of a write (400). `parameter` is the public name of the faulty value; `text` gives the reason in
 * English.
 */
export interface WriteRefusal {
  readonly problem: {
    readonly parameter: string;
    readonly text?: string;
    /** Faulty part of the value, such as `[1][phone]`; by default the complete value. */
    readonly at?: string;
  };
}

/**
 * Hook that runs for every event, venue, organizer and term that callers write, before it is stored.
 * Source: rules/interface.md#write-hooks.
 */
export interface WriteHook {
  /**
   * Returns the same record (or nothing) to leave it unchanged, a complete record with changed members, or a
   * refusal. Runs inside the unit of work, which may run again: it must be synchronous and free of side
   * effects.
   */
  beforeSave?(write: PendingWrite): WrittenRecord | WriteRefusal | undefined;
  /**
   * Returns nothing, or a refusal. Runs before the unit of work with the record that would be stored, and may
   * call other servers. A new record has the id 0, and an image that is not stored yet is missing. There is
   * no time limit. Not called when scheduled records are published.
   */
  check?(write: PendingWrite): Promise<WriteRefusal | undefined>;
}
