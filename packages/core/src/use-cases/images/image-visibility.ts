import { can } from "../../model/actor.ts";
import type { Post } from "../../model/post.ts";
import type { PostStatuses } from "../../model/post-statuses.ts";
import type { IsImageVisible } from "../../parameters/image.ts";
import type { Repositories } from "../../ports/store.ts";
import type { Visibility } from "../../queries/conditions.ts";

/** Records that show the image, at most `limit`: all, or those that are visible. */
export const recordsShowing = async (
  id: number,
  { events, venues, organizers }: Pick<Repositories, "events" | "venues" | "organizers">,
  limit: number,
  visible?: Visibility,
): Promise<readonly Post[]> => {
  const found: Post[] = [];
  for (const posts of [events, venues, organizers]) {
    if (found.length < limit) found.push(...(await posts.showing(id, limit - found.length, visible)));
  }
  return found;
};

/**
 * Callers who may upload see every image, and all callers those of their own and those that a record shows that they
 * may read, the trash included: an update sends back what its record shows. Source: rules/images.md#image-rights.
 */
export const createImageVisibility =
  ({
    store,
    postStatuses,
  }: {
    readonly store: Pick<Repositories, "events" | "venues" | "organizers">;
    readonly postStatuses: PostStatuses;
  }): IsImageVisible =>
  async ({ id, author }, actor) => {
    if (can(actor, "upload") || (actor.id !== undefined && actor.id === author)) return true;
    const visible = postStatuses.listable(postStatuses.names, actor) ?? postStatuses.visibleTo(actor);
    return (await recordsShowing(id, store, 1, visible)).length > 0;
  };
