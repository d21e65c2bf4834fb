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

/** Kind of record that callers write. */
export type WrittenKind = keyof WrittenRecords;

/** Record that callers write. */
export type WrittenRecord = WrittenRecords[WrittenKind];

/** A write before it is stored. `kind` determines the type of `record`. */
export type PendingWrite = {
  readonly [Kind in WrittenKind]: {
    readonly kind: Kind;
    /** Record as it would be stored; frozen. */
    readonly record: WrittenRecords[Kind];
    /** Record as it is stored; absent for a new record. */
    readonly before?: WrittenRecords[Kind];
    /** User who writes; absent if the calendar publishes a scheduled record. */
    readonly actor?: Actor;
    /** Request that writes; absent for calls in process, jobs and commands. */
    readonly trace?: RequestTrace;
    /** For a new series that was split off another one: that other series, as it was before. */
    readonly splitFrom?: WrittenRecords["event"];
  };
}[WrittenKind];

/** Data of a write without its record. */
export type WriteContext = {
  readonly [Kind in WrittenKind]: Omit<Extract<PendingWrite, { readonly kind: Kind }>, "record">;
}[WrittenKind];

/** Refusal of a write (400). `parameter` is the public name of the invalid value; `text` is the reason in English, which `texts` translate. */
export interface WriteRefusal {
  readonly problem: {
    readonly parameter: string;
    readonly text?: string;
    /** Invalid part of the value, such as `[1][phone]`; by default the complete value. */
    readonly at?: string;
  };
}

/**
 * Hook for every event, venue, organizer, category and tag that is written, built-in fields included. At least one of the two functions.
 * Source: rules/interface.md#write-hooks.
 */
export interface WriteHook {
  /**
   * Returns the record itself or `undefined` to leave it unchanged, a copy with some members changed, or a refusal. Runs inside the unit of work, which may run again:
   * it is synchronous and has no other effect.
   *
   * Changes are reported as adjustments, except new data of the plugin itself in `extensions`. Changed fields of other plugins are not validated again.
   */
  beforeSave?(write: PendingWrite): WrittenRecord | WriteRefusal | undefined;
  /**
   * Resolves with `undefined`, or with a refusal. Runs before the unit of work and may request other servers, with a time limit of its own. A new record has the
   * id 0, and an image that is not stored yet is missing. Not called when the calendar publishes a scheduled record.
   */
  check?(write: PendingWrite): Promise<WriteRefusal | undefined>;
}
