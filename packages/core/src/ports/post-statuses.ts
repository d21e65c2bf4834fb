import type { Actor } from "../model/actor.ts";
import type { Post, PostStatus } from "../model/post.ts";
import type { Visibility } from "../model/queries.ts";

/** Which post statuses exist and who may do what with them. Source: 60-status-permissions. */
export interface PostStatuses {
  /** Every status that can be asked for in a list, `trash` included. */
  readonly names: readonly PostStatus[];
  /** Those whose records everybody may read. */
  readonly publicNames: readonly PostStatus[];
  /** Those a write may ask for. */
  readonly writableNames: readonly PostStatus[];
  isPublic(status: PostStatus): boolean;
  /** What a list shows to the actor when he asks for no status. */
  visibleTo(actor: Actor): Visibility;
  /** The part of these statuses that the actor may list; `undefined` when he may not ask for one of them. */
  listable(statuses: readonly PostStatus[], actor: Actor): Visibility | undefined;
  /** What becomes of a requested status (`undefined`: none was sent on create) by the actor's rights. */
  scale(requested: PostStatus | undefined, actor: Actor): PostStatus;
  canRead(post: Post, actor: Actor): boolean;
  canEdit(post: Post, actor: Actor): boolean;
  canDelete(post: Post, actor: Actor): boolean;
}
