import type { PostStatuses } from "../model/post-statuses.ts";
import type { Parameter } from "../parameter.ts";
import type { EventRepository } from "../ports/post-repository.ts";
import { EXAMPLE_IDS } from "./example-ids.ts";
import { type Declared, toPositiveInteger } from "./scalars.ts";

/**
 * The id of an event that the caller may read; any other is answered as if there were none.
 * Source: 00-overview section 3.2, event; 90-decisions P22.
 */
export const readableEvent = (
  {
    events,
    postStatuses,
  }: {
    readonly events: Pick<EventRepository, "find">;
    readonly postStatuses: PostStatuses;
  },
  declared: Declared,
): Parameter<number | undefined> => ({
  type: "integer",
  ...declared,
  documented: { minimum: 1, example: EXAMPLE_IDS.event, ...declared.documented },
  resolve: async (raw, { actor }) => {
    const id = toPositiveInteger(raw);
    const event = id === undefined ? undefined : await events.find(id);
    return event !== undefined && postStatuses.canRead(event, actor)
      ? { value: event.id }
      : { problem: { reason: "unknown-event" } };
  },
});
