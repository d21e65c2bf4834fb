import type { CalendarEvent } from "../../../model/event.ts";
import { type Occurrence, toOccurrence, toOccurrenceRow } from "../../../model/recurrence/occurrence.ts";
import type { EventRepository } from "../../../ports/repositories/post-repository.ts";
import { type EventQuery, startOf } from "../../../queries/event-query.ts";
import { PORTION } from "../../posts/record-portions.ts";

/**
 * True if an occurrence has values of its own, or a user moved it to the trash. False if the recurrence no
 * longer produces its start.
 */
const isOwn = ({ gone, isMoved, changes }: Occurrence): boolean =>
  gone !== "unwanted" && (gone !== undefined || isMoved === true || Object.keys(changes).length > 0);

/** Returns the occurrence as one that does not take place, without values of its own. */
const calledOff = (series: CalendarEvent, event: CalendarEvent, of: Occurrence): CalendarEvent =>
  toOccurrence(series, {
    ...toOccurrenceRow(event),
    slug: "",
    schedule: series.schedule,
    occurrence: { seriesId: of.seriesId, recurrenceId: of.recurrenceId, gone: "trashed", changes: {} },
  });

/**
 * Returns the occurrences that differ from their series, ordered by recurrence id. Occurrences that the
 * caller may not see are returned as ones that do not take place.
 */
export const readOwnOccurrences = async (
  events: Pick<EventRepository, "occurrencesOf">,
  series: CalendarEvent,
  isShown: (event: CalendarEvent) => boolean,
): Promise<readonly CalendarEvent[]> => {
  const own: CalendarEvent[] = [];
  for (let from = ""; ; ) {
    const portion = await events.occurrencesOf(series.id, from, PORTION);
    for (const event of portion) {
      const { occurrence } = event;
      if (occurrence === undefined || occurrence.recurrenceId === from || !isOwn(occurrence)) continue;
      own.push(isShown(event) ? event : calledOff(series, event, occurrence));
    }
    const last = portion.at(-1)?.occurrence?.recurrenceId;
    if (portion.length < PORTION || last === undefined) return own;
    from = last;
  }
};

/**
 * Yields the matching occurrences of a series in portions, ordered by start. Each portion continues after the
 * last occurrence of the previous one, even if other writes happen in between.
 */
export async function* matchingOccurrences(
  events: Pick<EventRepository, "list">,
  query: EventQuery,
  seriesId: number,
): AsyncGenerator<readonly CalendarEvent[], void, undefined> {
  // The id of a series in `ids` selects all its occurrences.
  const { ids, ...others } = query;
  const seriesQuery: EventQuery = {
    ...(ids?.includes(seriesId) ? others : query),
    seriesIds: [seriesId],
    order: "start",
    perPage: PORTION,
  };
  let [start, page] = [query.start, 1];
  let seen: ReadonlySet<number> = new Set();
  for (;;) {
    const { items } = await events.list({ ...seriesQuery, ...(start && { start }), page });
    const known = seen;
    const fresh = items.filter(({ id }) => !known.has(id));
    if (fresh.length > 0) yield fresh;
    const last = items.at(-1);
    if (last === undefined || items.length < PORTION) return;
    const from = startOf(last, query.clock);
    const isSame = from === start?.from;
    page = isSame ? page + 1 : 1;
    const tied = items.filter((event) => startOf(event, query.clock) === from).map(({ id }) => id);
    seen = new Set(isSame ? [...known, ...tied] : tied);
    start = { ...query.start, from };
  }
}
