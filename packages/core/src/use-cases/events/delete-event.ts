import { CalendarError } from "../../errors.ts";
import type { CalendarEvent } from "../../model/event.ts";
import { toWallClock } from "../../model/time/time-zone.ts";
import { utcText } from "../../model/time/wall-clock.ts";
import type { EventView } from "../../model/views.ts";
import type { ItemOperation } from "../../operation.ts";
import type { ParameterValues } from "../../parameter.ts";
import type { OperationDeps } from "../operation-deps.ts";
import { createPostTarget, permitsOnPost } from "../posts/post-target.ts";
import { moveToTrash } from "../posts/trash.ts";
import { createUnitOfWork } from "../unit-of-work.ts";
import { findAgain } from "./demand-event.ts";
import { createWrittenEventView } from "./event-views.ts";

/** Moves an event to the trash; its links stay. Source: 10-events section 11. */
export const createDeleteEvent = (
  deps: OperationDeps,
): ItemOperation<ParameterValues, EventView, CalendarEvent> => {
  const { store, postStatuses, clock, site } = deps;
  const unitOfWork = createUnitOfWork(deps);
  const view = createWrittenEventView(deps);
  return {
    method: "delete",
    parameters: {},
    target: createPostTarget("event", store.events, store, { slug: "unknown-slug" }),
    permits: permitsOnPost("delete", postStatuses.canDelete),
    async run(_values, { actor, found }) {
      const modifiedUtc = utcText(clock.now());
      const modified = toWallClock(modifiedUtc, site.timezone);
      const written = await unitOfWork(
        async (repositories) => {
          const event = await findAgain(found, repositories);
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
