import type { CalendarEvent } from "../../model/event.ts";
import { isSameJson } from "../../model/json.ts";
import { SEARCHED_TEXTS } from "../../model/recurrence/occurrence.ts";

/** What no list looks at. Texts are looked for in those of the series, as far as an occurrence has none of its own. */
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
/** What the plan of the rows brings up. */
const PLANNED: ReadonlySet<string> = new Set<keyof CalendarEvent>(["slug", "schedule", "recurrence"]);

/** What a change of a series means for its occurrences. */
export interface SeriesChange {
  /** Other occurrences, or another time or slug of them. */
  readonly isPlan: boolean;
  /** What each of them has in lists. */
  readonly isListed: boolean;
  /** Texts, which lists look for. */
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
