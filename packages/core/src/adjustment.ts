import { CalendarError, type Problem } from "./errors.ts";
import type { Notice } from "./notice.ts";

/**
 * Reasons why the stored value of a parameter differs from the one that was sent
 * (rules/interface.md#adjusted-values, docs/reference/adjustments.md).
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
  "not-restored",
  "unknown-parameter",
] as const;

/**
 * Reason why the stored value of a parameter differs from the one that was sent.
 * docs/reference/adjustments.md explains each.
 */
export type AdjustmentReason = (typeof ADJUSTMENT_REASONS)[number];

/** Parameter whose stored value differs from the one that was sent. */
export interface Adjustment {
  /**
   * Public name of the parameter. A field of a venue or organizer inside an event has a name such as
   * `venue[website]`.
   */
  readonly parameter: string;
  readonly reason: AdjustmentReason;
}

/**
 * Change that a validator has made to a value. `at` is the position of the changed part, such as `[website]`;
 * absent for the complete value.
 */
export interface ValueAdjustment {
  readonly reason: AdjustmentReason;
  readonly at?: string;
}

/** Options of a write, in addition to its values. */
export interface WriteRequest {
  /**
   * True to refuse the request before anything is stored if a value would be adjusted.
   * Source: RFC 7240, `handling=strict`.
   */
  readonly strict?: boolean;
  /** Adjustments that were made when the values were parsed. */
  readonly adjustments?: readonly Adjustment[];
}

/**
 * Result of a write: the view, together with `adjustments`.
 * `adjustments` has one entry for each adjusted parameter: its first adjustment. It has at most
 * `MAX_ADJUSTMENTS` entries. Entries for unknown parameters come last.
 */
export type WriteResult<View> = View & {
  readonly adjustments: readonly Adjustment[];
  /**
   * Facts of which the caller is notified; absent if there are none. A strict request is never refused
   * because of them.
   */
  readonly notices?: readonly Notice[];
  /** Set if the write was a dry run, so nothing was stored. New records then have negative ids. */
  readonly isDryRun?: true;
};

export type NoteAdjustment = (parameter: string, reason: AdjustmentReason) => void;

/**
 * Maximum number of parameters with adjustments in a response. Source: rules/interface.md#adjusted-values.
 */
export const MAX_ADJUSTMENTS = 20;

/** Collector of the adjustments of one write. */
export interface Adjustments {
  readonly note: NoteAdjustment;
  /**
   * Returns an independent collector that starts with the adjustments collected so far. Work that may be
   * repeated uses a new branch for each attempt.
   */
  branch(): Adjustments;
  /**
   * Returns all collected adjustments. If there are any and the request is strict, throws
   * `rest_invalid_param` (rules/errors.md#strict-refusals).
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

/**
 * Returns a function that reports adjustments of fields in a nested record. It writes the field name in
 * brackets after `place`, such as `venue[website]`.
 */
export const notesWithin =
  (note: NoteAdjustment, place: string): NoteAdjustment =>
  (parameter, reason) =>
    note(`${place}[${parameter}]`, reason);

/**
 * Converts adjustments of a part of a value to adjustments of the complete value. `place` is the position of
 * the part.
 */
export const adjustmentsAt = (
  adjustments: readonly ValueAdjustment[] | undefined,
  place: string,
): readonly ValueAdjustment[] =>
  (adjustments ?? []).map(({ reason, at = "" }) => ({ reason, at: place + at }));

/**
 * Reports an adjustment if a plain text is stored differently from what was sent. If only blanks around the
 * text were removed, it reports nothing.
 */
export const noteCleaned = (
  note: NoteAdjustment,
  parameter: string,
  { sent, stored }: { readonly sent: string; readonly stored: string },
): void => {
  if (stored.trim() !== sent.trim()) note(parameter, "text-cleaned");
};
