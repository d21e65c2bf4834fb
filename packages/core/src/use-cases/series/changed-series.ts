import type { CalendarEvent } from "../../model/event.ts";
import { isSameJson } from "../../model/json.ts";
import { SEARCHED_TEXTS } from "../../model/recurrence/occurrence.ts";

/**
 * Members that do not affect lists. Text searches use the texts of the series for occurrences without their
 * own.
 */
const NOT_LISTED: ReadonlySet<string> = new Set<keyof CalendarEvent>([
  "website",
  "showMap",
  "showMapLink",
  "modified",
  "modifiedUtc",
  "lineage",
  "revision",
  "sourceId",
  "origin",
  "trashed",
  "hostAuthorId",
  "eventStatus",
  "statusReason",
  "previousStart",
  "hasRecurred",
]);
/** Members that the plan of occurrences applies. */
const PLANNED: ReadonlySet<string> = new Set<keyof CalendarEvent>(["slug", "schedule", "recurrence"]);

/** Effect of a change of a series on its occurrences. */
export interface SeriesChange {
  /** True if occurrences are added or removed, or change their time or slug. */
  readonly isPlan: boolean;
  /** True if values that lists show or compare have changed. */
  readonly isListed: boolean;
  /** True if searched texts have changed. */
  readonly isText: boolean;
}

export const changeOfSeries = (before: CalendarEvent | undefined, after: CalendarEvent): SeriesChange => {
  if (before === undefined) return { isPlan: true, isListed: true, isText: true };
  const members: ReadonlySet<string> = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...members].filter(
    (name) => !NOT_LISTED.has(name) && !isSame(before, after, name as keyof CalendarEvent),
  );
  const texts: readonly string[] = SEARCHED_TEXTS;
  return {
    isPlan: changed.some((name) => PLANNED.has(name)),
    isListed: changed.some((name) => !PLANNED.has(name) && !texts.includes(name)),
    isText: changed.some((name) => texts.includes(name)),
  };
};

const isSame = (one: CalendarEvent, other: CalendarEvent, name: keyof CalendarEvent): boolean =>
  one[name] === other[name] || isSameJson({ value: one[name] }, { value: other[name] });
