import { invalidParameter } from "../../errors.ts";
import type { Actor } from "../../model/actor.ts";
import type { Post, PostStatus } from "../../model/post.ts";
import type { PostStatuses } from "../../model/post-statuses.ts";

/**
 * What a record shall become: what was asked for, as far as the actor's rights go, and without a wish what it is. Throws
 * `rest_invalid_param` where its status may not go there. Source: 60-status-permissions section 4, D1.
 */
export const toRequestedStatus = (
  postStatuses: PostStatuses,
  requested: PostStatus | undefined,
  actor: Actor,
  current?: Pick<Post, "status" | "trashed">,
): PostStatus => {
  if (requested === undefined && current !== undefined) return current.status;
  const status = postStatuses.scale(requested, actor);
  if (!postStatuses.allows(current, status)) {
    const from = current?.status ?? "new";
    throw invalidParameter("status", { reason: "forbidden-transition", values: { from, to: status } });
  }
  return status;
};
