import { CalendarError, type Problem } from "./errors.ts";

/**
 * Reasons why a stored value differs from the one that was sent (rules/interface.md#adjusted-values,
 * docs/reference/adjustments.md).
 */
export const ADJUSTMENT_REASONS = [
  "end-before-start",
  "impossible-date",
  "skipped-time",
  "whole-day",
  "not-rescheduled",
  "reduced-status",
  "status-by-date",
  "slug-normalized",
  "slug-taken",
  "slug-withheld",
  "html-cleaned",
  "text-cleaned",
  "negative-cost",
  "not-true-or-false",
  "unknown-category",
  "unknown-tag",
  "circular-parent",
  "first-of-several",
  "linked-by-id",
  "record-reused",
  "image-not-fetched",
  "amended",
  "occurrences-trashed",
  "unknown-parameter",
] as const;

/** Reason why a value was stored otherwise than it was sent; docs/reference/adjustments.md lists them. */
export type AdjustmentReason = (typeof ADJUSTMENT_REASONS)[number];

/** Parameter whose stored value differs from the one that was sent. */
export interface Adjustment {
  /**
   * Public name of the parameter. Fields of a venue or organizer inside an event have the form
   * `venue[website]`.
   */
  readonly parameter: string;
  readonly reason: AdjustmentReason;
}

/** Change of a value by its validator. `at` is the changed part, such as `[website]`; by default the complete value. */
export interface ValueAdjustment {
  readonly reason: AdjustmentReason;
  readonly at?: string;
}

/** Options of a write, in addition to the values. */
export interface WriteRequest {
  /**
   * True to refuse the request before anything is stored if values would be adjusted.
   * Source: RFC 7240, `handling=strict`.
   */
  readonly strict?: boolean;
  /** Adjustments that the parser has already made. */
  readonly adjustments?: readonly Adjustment[];
}

/**
 * Result of a write, with the first adjustment of each parameter. There are at most `MAX_ADJUSTMENTS`;
 * unknown parameters come last.
 */
export type WriteResult<View> = View & {
  readonly adjustments: readonly Adjustment[];
  /** Set if nothing was stored. New records then have ids below 0. */
  readonly isDryRun?: true;
};

export type NoteAdjustment = (parameter: string, reason: AdjustmentReason) => void;

/** Maximum number of adjusted parameters in a response. Source: rules/interface.md#adjusted-values. */
export const MAX_ADJUSTMENTS = 20;

/** Collector of the adjustments of one write. */
export interface Adjustments {
  readonly note: NoteAdjustment;
  /** Returns a copy that starts with the current notes, for work that may run again. */
  branch(): Adjustments;
  /**
   * Returns all notes. Throws `rest_invalid_param` if the request is strict
   * (rules/errors.md#strict-refusals).
   */
  check(): readonly Adjustment[];
}

export const createAdjustments = ({ strict = false, adjustments = [] }: WriteRequest = {}): Adjustments => {
  const noted = new Map(adjustments.map(({ parameter, reason }) => [parameter, reason]));
  const all = (): readonly Adjustment[] => [...noted].map(([parameter, reason]) => ({ parameter, reason }));
  return {
    note(parameter, reason) {
      if (!noted.has(parameter)) noted.set(parameter, reason);
    },
    branch: () => createAdjustments({ strict, adjustments: all() }),
    check() {
      const isUnknown = ({ reason }: Adjustment): boolean => reason === "unknown-parameter";
      const named = [...all().filter((one) => !isUnknown(one)), ...all().filter(isUnknown)];
      const checked = named.slice(0, MAX_ADJUSTMENTS);
      if (strict && checked.length > 0) {
        const problems = checked.map(({ parameter, reason }): [string, Problem] => [parameter, { reason }]);
        throw new CalendarError("rest_invalid_param", { problems: Object.fromEntries(problems) });
      }
      return checked;
    },
  };
};

/** Returns a note function for the fields of a record nested at this place. */
export const notesWithin =
  (note: NoteAdjustment, place: string): NoteAdjustment =>
  (parameter, reason) =>
    note(`${place}[${parameter}]`, reason);

/** Returns the adjustments of a part of a value as adjustments of the complete value. */
export const adjustmentsAt = (
  adjustments: readonly ValueAdjustment[] | undefined,
  place: string,
): readonly ValueAdjustment[] =>
  (adjustments ?? []).map(({ reason, at = "" }) => ({ reason, at: place + at }));

/** Notes a plain text that is stored differently from what was sent; surrounding blanks do not count. */
export const noteCleaned = (
  note: NoteAdjustment,
  parameter: string,
  { sent, stored }: { readonly sent: string; readonly stored: string },
): void => {
  if (stored.trim() !== sent.trim()) note(parameter, "text-cleaned");
};
