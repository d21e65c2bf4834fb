import { CalendarError } from "../../errors.ts";
import type { CalendarEvent } from "../../model/event.ts";
import type { EventView } from "../../model/views.ts";
import type { ItemOperation } from "../../operation.ts";
import type { ParameterValues } from "../../parameter.ts";
import type { OperationDeps } from "../operation-deps.ts";
import { createPostTarget } from "../posts/post-target.ts";
import { demandEvent } from "./demand-event.ts";
import { createViewEvent } from "./event-views.ts";

/** Reads one event. Source: 10-events section 8. */
export const createGetEvent = (
  deps: OperationDeps,
): ItemOperation<ParameterValues, EventView, CalendarEvent> => {
  const { store, postStatuses } = deps;
  const viewEvent = createViewEvent(deps);
  return {
    method: "read",
    parameters: {},
    target: createPostTarget("event", store.events, store, { slug: "unknown-slug" }),
    permits: () => true,
    async run(_values, { actor, found }) {
      const event = demandEvent(found, found?.record);
      if (event.status === "trash") throw new CalendarError("event-no-longer-available");
      if (!postStatuses.canRead(event, actor)) throw new CalendarError("event-not-accessible");
      return viewEvent(event, actor);
    },
  };
};
