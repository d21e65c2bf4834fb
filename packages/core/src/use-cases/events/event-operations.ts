import { CalendarError } from "../../errors.ts";
import { filterParameters } from "../../filters/list-filter.ts";
import type { CalendarEvent } from "../../model/event.ts";
import { toWallClock } from "../../model/time/time-zone.ts";
import { utcText } from "../../model/time/wall-clock.ts";
import type { EventView } from "../../model/views.ts";
import type { ItemOperation } from "../../operation.ts";
import type { PostOperations } from "../../operations.ts";
import type { ParameterValues } from "../../parameter.ts";
import { pagingParameters } from "../../parameters/paging.ts";
import type { Repositories } from "../../ports/store.ts";
import { createPostTarget, permitsOnPost } from "../posts/post-target.ts";
import { moveToTrash } from "../posts/trash.ts";
import type { Transact } from "../transact.ts";
import { createCreateEvent, type WriteEventDeps } from "./create-event.ts";
import { demandEvent, findAgain } from "./demand-event.ts";
import { type EventViews, singleView } from "./event-views.ts";
import { createListEvents, type ListEventsDeps } from "./list-events.ts";
import { createUpdateEvent } from "./update-event.ts";

export interface EventOperationsDeps
  extends Omit<ListEventsDeps, "store" | "filters" | "viewAll">,
    Omit<WriteEventDeps, "views"> {
  readonly store: Repositories;
  readonly builtInFilters: ListEventsDeps["filters"];
  /** Those that plugins add. */
  readonly addedFilters: ListEventsDeps["filters"];
  readonly views: EventViews;
  readonly transact: Transact;
}

/** Everything that can be done with events. Source: rules/events.md#event-endpoints. */
export const createEventOperations = (
  deps: EventOperationsDeps,
): PostOperations<EventView, CalendarEvent> => {
  const { site, views, builtInFilters, addedFilters } = deps;
  const filters = [...builtInFilters, ...addedFilters];
  return {
    own: {
      list: { ...pagingParameters(site), ...filterParameters(builtInFilters) },
      fields: { ...deps.parameters.new },
    },
    list: createListEvents({ ...deps, filters, viewAll: views.all }),
    create: createCreateEvent(deps),
    get: createGetEvent(deps),
    update: createUpdateEvent(deps, deps),
    delete: createDeleteEvent(deps),
  };
};

/** Reads one event. Source: rules/events.md#read-event. */
const createGetEvent = ({
  store,
  postStatuses,
  views,
}: EventOperationsDeps): ItemOperation<ParameterValues, EventView, CalendarEvent> => ({
  method: "read",
  parameters: {},
  target: createPostTarget("event", store.events, store, { slug: "unknown-slug" }),
  permits: () => true,
  async run(_values, { actor, found }) {
    const event = demandEvent(found, found?.record);
    if (event.status === "trash") throw new CalendarError("event-no-longer-available");
    if (!postStatuses.canRead(event, actor)) throw new CalendarError("event-not-accessible");
    return singleView(await views.all([event], actor));
  },
});

/** Moves an event to the trash; its links stay. Source: rules/events.md#trash-event. */
const createDeleteEvent = ({
  store,
  postStatuses,
  clock,
  site,
  views,
  transact,
}: EventOperationsDeps): ItemOperation<ParameterValues, EventView, CalendarEvent> => ({
  method: "delete",
  parameters: {},
  target: createPostTarget("event", store.events, store, { slug: "unknown-slug" }),
  permits: permitsOnPost("delete", postStatuses.canDelete),
  async run(_values, { actor, found }) {
    const modifiedUtc = utcText(clock.now());
    const modified = toWallClock(modifiedUtc, site.timezone);
    const written = await transact(
      async (repositories) => {
        const event = await findAgain(found, repositories);
        if (!postStatuses.canDelete(event, actor)) throw new CalendarError("rest_forbidden");
        if (event.status === "trash") throw new CalendarError("event-is-in-trash");
        const trashed = await moveToTrash(repositories.events, event, { modified, modifiedUtc });
        return views.read(trashed, actor, repositories);
      },
      { actor },
    );
    return views.complete(written, actor);
  },
});
