import { withoutWindow } from "../../../filters/date-filters.ts";
import { type EventFilter, filterParameters } from "../../../filters/list-filter.ts";
import type { CalendarEvent } from "../../../model/event.ts";
import { isSeries } from "../../../model/recurrence/recurrence.ts";
import type { SiteSettings } from "../../../model/site.ts";
import type { EventView } from "../../../model/views.ts";
import type { RecordStream } from "../../../operations.ts";
import type { Repositories } from "../../../ports/store.ts";
import type { Policies } from "../../../rights/plugin-policies.ts";
import type { PostStatuses } from "../../../rights/record-rights.ts";
import { narrowQuery } from "../../posts/list-posts.ts";
import type { PostViews } from "../../posts/post-views.ts";
import { PORTION, recordPortions } from "../../posts/record-portions.ts";
import { createShownEvents, listedEvents } from "../listed-events.ts";
import { matchingOccurrences } from "./feed-series.ts";

interface EventStreamDeps {
  readonly store: Pick<Repositories, "events">;
  readonly filters: readonly EventFilter[];
  readonly views: Pick<PostViews<CalendarEvent, EventView>, "all">;
  readonly postStatuses: Pick<PostStatuses, "visibleTo">;
  readonly policies?: Policies | undefined;
  readonly site: Pick<SiteSettings, "displayZone">;
}

/**
 * Creates the stream of all matching events, with each series once. If the caller may not see a series, the
 * stream contains its visible occurrences instead.
 */
export const createEventStream = ({
  store: { events },
  filters,
  views,
  postStatuses,
  policies,
  site,
}: EventStreamDeps): RecordStream<EventView> => {
  const { isReadable, isShownSeries } = createShownEvents(policies);
  return {
    parameters: withoutWindow(filterParameters(filters)),
    async *open(values, { actor, after }) {
      const baseQuery = listedEvents({ page: 1, perPage: PORTION }, actor, { postStatuses, site });
      const query = await narrowQuery("event", baseQuery, filters, policies, values, actor);
      const read = (id: number, limit: number): Promise<readonly CalendarEvent[]> =>
        events.listAfter(query, id, limit);
      for await (const portion of recordPortions(after, read)) {
        let listed: CalendarEvent[] = [];
        for (const event of portion) {
          if (!isSeries(event) || isShownSeries(event, query, actor)) listed.push(event);
          else {
            yield await views.all(listed, actor);
            listed = [];
            for await (const occurrences of matchingOccurrences(events, query, event.id))
              yield await views.all(
                occurrences.filter((occurrence) => isReadable(occurrence, actor)),
                actor,
              );
          }
        }
        yield await views.all(listed, actor);
      }
    },
  };
};
