import type { CalendarEvent } from "../model/event.ts";
import type { Organizer } from "../model/organizer.ts";
import type { Term } from "../model/term.ts";
import type { Venue } from "../model/venue.ts";
import type { RequestTrace } from "../ports/domain-events.ts";
import type { Actor } from "../rights/actor.ts";

/** Types of the records that callers write, by kind. */
export interface WrittenRecords {
  readonly event: CalendarEvent;
  readonly venue: Venue;
  readonly organizer: Organizer;
  readonly category: Term;
  readonly tag: Term;
}

/** Kind of record that callers write. */
export type WrittenKind = keyof WrittenRecords;

/** Record of any kind that callers write. */
export type WrittenRecord = WrittenRecords[WrittenKind];

/** Write that is not stored yet, as hooks get it. `kind` determines the type of `record`. */
export type PendingWrite = {
  readonly [Kind in WrittenKind]: {
    readonly kind: Kind;
    /** Record in the form in which it will be stored; frozen. */
    readonly record: WrittenRecords[Kind];
    /** Record as it is stored now; absent for a new record. */
    readonly before?: WrittenRecords[Kind];
    /** User who writes the record. Absent if the calendar publishes a scheduled record. */
    readonly actor?: Actor;
    /** HTTP request that writes the record. Absent for in-process calls, jobs and commands. */
    readonly trace?: RequestTrace;
    /**
     * Original series before the write. Present only if the record is a new series that is split off from it.
     */
    readonly splitFrom?: WrittenRecords["event"];
  };
}[WrittenKind];

/** Information about a write, without the record itself. */
export type WriteContext = {
  readonly [Kind in WrittenKind]: Omit<Extract<PendingWrite, { readonly kind: Kind }>, "record">;
}[WrittenKind];

/**
 * Refusal of a write; the response is a 400. `parameter` is the name of the parameter with the invalid value.
 * `text` is the reason in English, which the plugin's `texts` translate.
 */
export interface WriteRefusal {
  readonly problem: {
    readonly parameter: string;
    readonly text?: string;
    /**
     * Position of the invalid part in the value, such as `[1][phone]`. Absent if the complete value is
     * invalid.
     */
    readonly at?: string;
  };
}

/**
 * Hook that checks or changes every event, venue, organizer, category and tag before it is stored, including
 * built-in fields. It has at least one of the two functions.
 * Source: rules/interface.md#write-hooks.
 */
export interface WriteHook {
  /**
   * Returns the record itself or `undefined` to leave it unchanged, a copy with some members changed, or a
   * refusal.
   * It runs inside the transaction, which may run again, so it must be synchronous and must not have other
   * effects.
   *
   * The response reports changes as adjustments, except new data of the plugin itself in `extensions`. If the
   * hook changes fields of other plugins, these fields are not validated again.
   */
  beforeSave?(write: PendingWrite): WrittenRecord | WriteRefusal | undefined;
  /**
   * Resolves with `undefined` to allow the write, or with a refusal.
   * It runs before the transaction and may send requests to other servers, with a time limit of its own. A
   * new record has the id 0, and an image that is not stored yet is missing. It is not called when the
   * calendar publishes a scheduled record.
   */
  check?(write: PendingWrite): Promise<WriteRefusal | undefined>;
}
