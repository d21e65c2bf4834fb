import { CalendarError } from "../../errors.ts";
import { toWallClock } from "../../model/time/time-zone.ts";
import { utcText } from "../../model/time/wall-clock.ts";
import type { EventView } from "../../model/views.ts";
import type { ChangeOperation } from "../../operation.ts";
import type { ParameterValues } from "../../parameter.ts";
import type { OperationDeps } from "../operation-deps.ts";
import { moveToTrash } from "../posts/trash.ts";
import { createUnitOfWork } from "../unit-of-work.ts";
import { eventTarget, findEvent, permitsOnEvent } from "./event-target.ts";
import { createWrittenEventView } from "./event-views.ts";

/** Moves an event to the trash; its links stay. Source: 10-events section 11. */
export const createDeleteEvent = (deps: OperationDeps): ChangeOperation<ParameterValues, EventView> => {
  const { store, postStatuses, clock, site } = deps;
  const unitOfWork = createUnitOfWork(deps);
  const view = createWrittenEventView(deps);
  return {
    method: "delete",
    parameters: {},
    target: eventTarget(store, { unknownSlugIs: "refused" }),
    permits: permitsOnEvent(store, "delete", postStatuses.canDelete),
    permitsOn: ({ event }, actor) => postStatuses.canDelete(event, actor),
    async run(id, _values, actor) {
      const modifiedUtc = utcText(clock.now());
      const modified = toWallClock(modifiedUtc, site.timezone);
      const written = await unitOfWork(
        async (repositories) => {
          const event = await findEvent(repositories, id);
          if (!postStatuses.canDelete(event, actor)) throw new CalendarError("rest_forbidden");
          if (event.status === "trash") throw new CalendarError("event-is-in-trash");
          const trashed = await moveToTrash(repositories.events, event, { modified, modifiedUtc });
          return view.read(trashed, actor, repositories);
        },
        { actor },
      );
      return view.complete(written, actor);
    },
  };
};
