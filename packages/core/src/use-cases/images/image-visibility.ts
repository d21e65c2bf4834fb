import type { Post } from "../../model/post.ts";
import type { IsImageVisible } from "../../parameters/image.ts";
import type { Repositories } from "../../ports/store.ts";
import type { Visibility } from "../../queries/conditions.ts";
import { type Actor, can } from "../../rights/actor.ts";
import type { Policies } from "../../rights/plugin-policies.ts";
import type { PostStatuses } from "../../rights/record-rights.ts";

/**
 * Maximum number of records that are tested for each image. More than one is tested only if policies hide
 * records from some callers.
 */
const MAX_CHECKED = 100;

/**
 * Returns at most `limit` records that use the image. If `visible` is given, only records that it allows
 * count.
 */
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
 * Returns a query condition for all records that the actor may list, of every status. It is the condition of
 * the records that may be named as the use of an image.
 */
export const listableTo = (actor: Actor, postStatuses: PostStatuses): Visibility =>
  postStatuses.listable(postStatuses.names, actor) ?? postStatuses.visibleTo(actor);

/**
 * Returns a function that tests if an actor may see an image.
 * Callers with the right to upload see every image. All others see their own images and those of records that
 * they may read. Records in the trash count too, because a client that updates such a record may send the id
 * of its current image.
 * Source: rules/images.md#image-rights.
 */
export const createImageVisibility =
  ({
    store,
    postStatuses,
    policies,
  }: {
    readonly store: Pick<Repositories, "events" | "venues" | "organizers">;
    readonly postStatuses: PostStatuses;
    readonly policies?: Pick<Policies, "narrowsReads"> | undefined;
  }): IsImageVisible =>
  async ({ id, author }, actor) => {
    if (can(actor, "upload") || (actor.id !== undefined && actor.id === author)) return true;
    const visible = listableTo(actor, postStatuses);
    const limit = policies?.narrowsReads() ? MAX_CHECKED : 1;
    const records = await recordsShowing(id, store, limit, visible);
    return records.some((record) => postStatuses.canRead(record, actor));
  };
