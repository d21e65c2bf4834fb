import type { CalendarEvent } from "../../model/event.ts";
import { isSameJson } from "../../model/json.ts";
import { SEARCHED_TEXTS } from "../../model/recurrence/occurrence.ts";

/**
 * Members of a series whose change does not affect which occurrences lists find, or in which order. After
 * such a change, the stored occurrences stay as they are.
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
  "externalIds",
  "trashed",
  "hostAuthorId",
  "statusReason",
  "previousStart",
  "hasRecurred",
  "isDetached",
]);
/** Members whose change affects times and slugs of occurrences. */
const PLANNED: ReadonlySet<string> = new Set<keyof CalendarEvent>(["slug", "schedule", "recurrence"]);

/** Effect that a change of a series has on its occurrences. */
export interface SeriesChange {
  /** True if occurrences are added or removed, or if their times or slugs change. */
  readonly isPlan: boolean;
  /** True if other values change that stores index for the occurrences, such as status, venue and terms. */
  readonly isListed: boolean;
  /** True if the title, description or excerpt changes, which searches read. */
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
