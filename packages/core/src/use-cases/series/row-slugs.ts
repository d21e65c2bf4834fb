import type { CalendarEvent } from "../../model/event.ts";
import { withSuffix } from "../../model/text/slug.ts";
import { dateOf, type WallClock } from "../../model/time/wall-clock.ts";

/** Matches a number that made a slug unique. Six digits would be a time of day. */
const NUMBER = /^-\d{1,5}$/;

/**
 * Returns a function that creates the slug of an occurrence. `recurrenceIds` are the starts of all
 * occurrences.
 * The slug consists of the slug of the series and the date. If the day has several occurrences, the time
 * follows.
 * Source: rules/recurrence.md#occurrence-slugs.
 */
export const createRowSlugs = (
  series: Pick<CalendarEvent, "slug" | "trashed">,
  recurrenceIds: readonly WallClock[],
): ((recurrenceId: WallClock, current?: string) => string) => {
  // A series in the trash has its former slug in `trashed`.
  const slug = series.trashed?.slug ?? series.slug;
  const perDay = new Map<string, number>();
  for (const id of recurrenceIds) perDay.set(dateOf(id), (perDay.get(dateOf(id)) ?? 0) + 1);
  return (recurrenceId, current = "") => {
    if (slug === "") return "";
    const date = dateOf(recurrenceId);
    const time = (perDay.get(date) ?? 0) > 1 ? `-${recurrenceId.slice(11).replaceAll(":", "")}` : "";
    const wanted = withSuffix(slug, `-${date}${time}`);
    // An occurrence whose slug already has a number keeps this slug.
    return current.startsWith(wanted) && NUMBER.test(current.slice(wanted.length)) ? current : wanted;
  };
};
