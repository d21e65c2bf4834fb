import { type CalendarEvent, isSeries, type Recurrence, type Schedule } from "@kalends/core";
import { type EventView, writtenRecurrenceId, writtenRules } from "@kalends/core/interface";
import type { Language } from "../../messages/languages.ts";
import { recurrenceText } from "../../recurrence-text/recurrence-text.ts";
import type { Members, Presentation } from "../presentation.ts";

/** Maximum number of trashed occurrences in a response. Source: rules/recurrence.md#trashed-occurrences. */
const MAX_TRASHED = 20;

/** Recurrence shown for an event that no longer recurs. */
const NONE: Recurrence = { rules: [], dates: [], except: [] };

/** Converts a recurrence to its JSON members. `first`: schedule of the first event of the series. */
const presentSet = (set: Recurrence, first: Schedule, language: Language): Members => {
  // A period consists of two times that are separated by a slash.
  const present = (time: string): string =>
    time
      .split("/")
      .map((part) => writtenRecurrenceId(part, first))
      .join("/");
  return {
    rules: writtenRules(set, first),
    dates: set.dates.map(present),
    except: set.except.map(present),
    text: recurrenceText(set, first, language),
  };
};

/**
 * Returns the recurrence id of an occurrence; `undefined` for other events. `first`: schedule of the first
 * event of the series. Source: rules/recurrence.md#recurrence-id.
 */
const recurrenceIdOf = ({ occurrence }: CalendarEvent, first: Schedule): string | undefined =>
  occurrence && writtenRecurrenceId(occurrence.recurrenceId, first);

const presentNext = (
  next: CalendarEvent,
  { schedule: first }: CalendarEvent,
  { addresses }: Presentation,
): Members => ({
  id: next.id,
  recurrence_id: recurrenceIdOf(next, first),
  start_date: next.schedule.start,
  end_date: next.schedule.end,
  utc_start_date: next.schedule.utcStart,
  utc_end_date: next.schedule.utcEnd,
  rest_url: `${addresses.namespace}/events/${next.id}`,
});

/**
 * Returns the JSON members that only series and occurrences have. Source:
 * rules/recurrence.md#recurrence-members.
 */
export const presentRecurring = (view: EventView, presentation: Presentation): Members => {
  const { event, series = event, nextOccurrence: next, trashed = [] } = view;
  const { schedule: first } = series;
  const set = event.recurrence ?? NONE;
  const recurrenceId = recurrenceIdOf(event, first);
  const seriesId = event.occurrence?.seriesId ?? event.id;
  const recurrence: Members = {
    // In a dry run, the series may not exist yet.
    series_id: seriesId > 0 ? seriesId : null,
    ...(recurrenceId !== undefined && { recurrence_id: recurrenceId }),
    ...presentation.once(set, () => presentSet(set, first, presentation.language)),
    ...(trashed.length > 0 && {
      trashed: trashed
        .slice(0, MAX_TRASHED)
        .map((gone) => ({ id: gone.id, recurrence_id: recurrenceIdOf(gone, first) })),
    }),
  };
  if (!isSeries(event)) return { recurrence };
  return {
    recurrence,
    next_occurrence: next === undefined ? null : presentNext(next, event, presentation),
  };
};
