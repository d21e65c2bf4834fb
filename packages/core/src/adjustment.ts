import { CalendarError, type Problem } from "./errors.ts";

/** Why a write stored something else than was sent (rules/interface.md#adjusted-values, docs/adjustments.md). */
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

export type AdjustmentReason = (typeof ADJUSTMENT_REASONS)[number];

/** A parameter that was not stored as it was sent. */
export interface Adjustment {
  /** Its public name; a field of a venue or organizer inside an event as a form names it, such as `venue[website]`. */
  readonly parameter: string;
  readonly reason: AdjustmentReason;
}

/** What a validator changed of its value; `at` is the part that is meant, such as `[website]`, by default the whole. */
export interface ValueAdjustment {
  readonly reason: AdjustmentReason;
  readonly at?: string;
}

/** How to write, in addition to the values. */
export interface WriteRequest {
  /** Refuses what would be adjusted, before anything is stored. Source: RFC 7240, `handling=strict`. */
  readonly strict?: boolean;
  /** What the parser has adjusted already. */
  readonly adjustments?: readonly Adjustment[];
}

/** What a write answers: the first reason for each parameter, at most `MAX_ADJUSTMENTS`, unknown parameters last. */
export type Written<View> = View & {
  readonly adjustments: readonly Adjustment[];
  /** Nothing of it is stored; records that would be new have ids below 0. */
  readonly isDryRun?: true;
};

export type NoteAdjustment = (parameter: string, reason: AdjustmentReason) => void;

/** Parameters named by one answer at most. Source: rules/interface.md#adjusted-values. */
export const MAX_ADJUSTMENTS = 20;

/** Collects the adjustments of one write where they are made. */
export interface Adjustments {
  readonly note: NoteAdjustment;
  /** Goes on from what is noted so far, without changing it: for work that may be done again. */
  branch(): Adjustments;
  /** All that is noted. Throws `rest_invalid_param` when the request is strict (rules/errors.md#strict-refusals). */
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

/** Notes on the fields of a record inside another one, at this place. */
export const notesWithin =
  (note: NoteAdjustment, place: string): NoteAdjustment =>
  (parameter, reason) =>
    note(`${place}[${parameter}]`, reason);

/** The adjustments of a part of a value as those of the whole. */
export const adjustmentsAt = (
  adjustments: readonly ValueAdjustment[] | undefined,
  place: string,
): readonly ValueAdjustment[] =>
  (adjustments ?? []).map(({ reason, at = "" }) => ({ reason, at: place + at }));

/** Notes a plain text that is not stored as it was sent; blanks around it do not count. */
export const noteCleaned = (
  note: NoteAdjustment,
  parameter: string,
  { sent, stored }: { readonly sent: string; readonly stored: string },
): void => {
  if (stored.trim() !== sent.trim()) note(parameter, "text-cleaned");
};
