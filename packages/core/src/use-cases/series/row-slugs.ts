import type { CalendarEvent } from "../../model/event.ts";
import { withSuffix } from "../../model/text/slug.ts";
import { dateOf, type WallClock } from "../../model/time/wall-clock.ts";

/** The number behind a slug that was taken; six digits are a time. */
const NUMBER = /^-\d{1,5}$/;

/**
 * The slug of each occurrence by its `recurrenceId`, given all of them: that of the series with the date, and with the time where the
 * day has several. Source: rules/recurrence.md#occurrence-slugs.
 */
export const createRowSlugs = (
  series: Pick<CalendarEvent, "slug" | "trashed">,
  recurrenceIds: readonly WallClock[],
): ((recurrenceId: WallClock, current?: string) => string) => {
  // In the trash the series remembers what it was called.
  const slug = series.trashed?.slug ?? series.slug;
  const perDay = new Map<string, number>();
  for (const id of recurrenceIds) perDay.set(dateOf(id), (perDay.get(dateOf(id)) ?? 0) + 1);
  return (recurrenceId, current = "") => {
    if (slug === "") return "";
    const date = dateOf(recurrenceId);
    const time = (perDay.get(date) ?? 0) > 1 ? `-${recurrenceId.slice(11).replaceAll(":", "")}` : "";
    const wanted = withSuffix(slug, `-${date}${time}`);
    // One that had to give way once stays where it is.
    return current.startsWith(wanted) && NUMBER.test(current.slice(wanted.length)) ? current : wanted;
  };
};
