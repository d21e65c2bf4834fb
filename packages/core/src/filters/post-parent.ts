import { readableEvent } from "../parameters/events.ts";
import { type EventFilter, type EventFilterDeps, eventFilter } from "./event-filter.ts";

interface PostParentValues {
  readonly post_parent: number | undefined;
}

/**
 * `post_parent`: events that belong to this event. One that the caller may not read counts as unknown (90-decisions P22).
 * Source: 10-events section 6.
 */
export const createPostParentFilter = ({ repositories, postStatuses }: EventFilterDeps): EventFilter =>
  eventFilter<PostParentValues>({
    parameters: {
      post_parent: readableEvent(
        { events: repositories.events, postStatuses },
        { description: "Only events that belong to the event with this ID." },
      ),
    },
    narrow: (query, { post_parent }) =>
      post_parent === undefined ? query : { ...query, parentId: post_parent },
    links: ({ post_parent }) => ({ ...(post_parent !== undefined && { post_parent: String(post_parent) }) }),
  });
