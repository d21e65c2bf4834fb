import { createDatesFilter, understoodDates } from "../../../filters/date-filters.ts";
import type { CalendarEvent } from "../../../model/event.ts";
import { toRecurrenceId } from "../../../model/recurrence/wall-clock-text.ts";
import type { EventView } from "../../../model/views.ts";
import type { FoundRecord, PathTarget, Target } from "../../../operation.ts";
import type { OccurrenceOperations, PostOperations } from "../../../operations.ts";
import { pagingOf, pagingParameters } from "../../../parameters/paging.ts";
import { computeWith } from "../../../unit-of-work/computing.ts";
import type { EventOperationsDeps } from "../../events/event-operations.ts";
import { listedEvents } from "../../events/listed-events.ts";
import { narrowQuery, requirePage } from "../../posts/list-posts.ts";
import type { PostViews } from "../../posts/post-views.ts";
import { listOccurrences } from "./list-occurrences.ts";
import { occurrenceAt, plannedOccurrence } from "./one-occurrence.ts";

type EventTarget = Target<CalendarEvent>;

/**
 * Returns the path parameters for a series. The id or slug in the path is that of the series or of one of its
 * occurrences. If it is that of a single event, the operations apply to this event.
 */
const ofSeries = (
  target: EventTarget,
  { events }: Pick<EventOperationsDeps["store"], "events">,
): EventTarget => ({
  ...target,
  async find(path, actor) {
    const found = await target.find(path, actor);
    const { occurrence } = found.record ?? {};
    return occurrence === undefined ? found : { ...found, record: await events.find(occurrence.seriesId) };
  },
});

/** Time before the start of any series. */
const BEFORE_ALL_STARTS = "0001-01-01 00:00:00";

/**
 * Returns the path parameters for an occurrence, which the path identifies by its original start.
 * Source: rules/recurrence.md#occurrence-made-real.
 */
const ofOccurrence = (
  target: EventTarget,
  { store, site, postStatuses, slices }: EventOperationsDeps,
): EventTarget => ({
  ...target,
  async find(path: PathTarget, actor): Promise<FoundRecord<CalendarEvent>> {
    const { name, record: series, problem } = await target.find(path, actor);
    if (series === undefined) return { name, ...(problem && { problem }) };
    const recurrenceId = toRecurrenceId(path.recurrenceId ?? "", series.schedule);
    // If the caller may not read the series, any start is treated like an existing one. The response then
    // does not reveal the dates of the series.
    if (!postStatuses.canRead(series, actor))
      return { name, record: plannedOccurrence(series, recurrenceId ?? BEFORE_ALL_STARTS, series.schedule) };
    const compute = computeWith(slices);
    const record = recurrenceId && (await occurrenceAt(series, recurrenceId, store.events, site, compute));
    return record === undefined || record === "" || record.occurrence?.gone === "unwanted"
      ? { name }
      : { name, record };
  },
});

/** Creates the operations on the occurrences of a series. Source: rules/recurrence.md#occurrence-list. */
export const createOccurrenceOperations = (
  events: Pick<PostOperations<EventView, CalendarEvent>, "get" | "update" | "delete">,
  views: Pick<PostViews<CalendarEvent, EventView>, "all">,
  deps: EventOperationsDeps,
): OccurrenceOperations => {
  const { store, postStatuses, site, clock, policies, slices } = deps;
  const dates = createDatesFilter({ repositories: store, postStatuses, clock, site });
  const series = ofSeries(events.get.target, store);
  const target = ofOccurrence(series, deps);
  return {
    list: {
      method: "read",
      parameters: { ...pagingParameters(site), ...dates.parameters },
      target: series,
      permits: () => true,
      async run(values, { actor, found }) {
        // Throws if the actor may not read the event.
        const { event } = await events.get.run({}, { actor, found });
        const baseQuery = { ...listedEvents(pagingOf(values), actor, deps), seriesIds: [event.id] };
        const query = await narrowQuery("event", baseQuery, [dates], policies, values, actor);
        const listed = await listOccurrences(event, query, {
          events: store.events,
          site,
          now: clock.now(),
          compute: computeWith(slices),
        });
        const { page, perPage } = baseQuery;
        const { items, total } = requirePage(listed, page, "event-archive-page-not-found");
        const understood = { ...values, ...understoodDates(values, site) };
        return { items: await views.all(items, actor), total, page, perPage, understood };
      },
    },
    get: { ...events.get, target },
    update: { ...events.update, target },
    delete: { ...events.delete, target },
  };
};
