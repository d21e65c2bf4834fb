import { CalendarError } from "../../errors.ts";
import type { EventView } from "../../model/views.ts";
import type { ItemOperation } from "../../operation.ts";
import type { ParameterValues } from "../../parameter.ts";
import type { OperationDeps } from "../operation-deps.ts";
import { eventTarget, findEvent } from "./event-target.ts";
import { createViewEvent } from "./event-views.ts";

/** Reads one event. Source: 10-events section 8. */
export const createGetEvent = (deps: OperationDeps): ItemOperation<ParameterValues, EventView> => {
  const { store, postStatuses } = deps;
  const viewEvent = createViewEvent(deps);
  return {
    method: "read",
    parameters: {},
    target: eventTarget(store, { unknownSlugIs: "refused" }),
    permits: async () => true,
    async run(id, _values, actor) {
      const event = await findEvent(store, id);
      if (event.status === "trash") throw new CalendarError("event-no-longer-available");
      if (!postStatuses.canRead(event, actor)) throw new CalendarError("event-not-accessible");
      return viewEvent(event, actor);
    },
  };
};
