import type { CalendarEvent } from "../../model/event.ts";
import { withSuffix } from "../../model/text/slug.ts";
import { dateOf, type WallClock } from "../../model/time/wall-clock.ts";

/** Number after a slug that was taken. Six digits are a time. */
const NUMBER = /^-\d{1,5}$/;

/**
 * Returns a function for the slug of an occurrence, given the starts of all. The slug is that of the series
 * with the date, and with the time if the day has several occurrences.
 * Source: rules/recurrence.md#occurrence-slugs.
 */
export const createRowSlugs = (
  series: Pick<CalendarEvent, "slug" | "trashed">,
  recurrenceIds: readonly WallClock[],
): ((recurrenceId: WallClock, current?: string) => string) => {
  // A trashed series keeps its former slug in `trashed`.
  const slug = series.trashed?.slug ?? series.slug;
  const perDay = new Map<string, number>();
  for (const id of recurrenceIds) perDay.set(dateOf(id), (perDay.get(dateOf(id)) ?? 0) + 1);
  return (recurrenceId, current = "") => {
    if (slug === "") return "";
    const date = dateOf(recurrenceId);
    const time = (perDay.get(date) ?? 0) > 1 ? `-${recurrenceId.slice(11).replaceAll(":", "")}` : "";
    const wanted = withSuffix(slug, `-${date}${time}`);
    // An occurrence that once got a number keeps it.
    return current.startsWith(wanted) && NUMBER.test(current.slice(wanted.length)) ? current : wanted;
  };
};
