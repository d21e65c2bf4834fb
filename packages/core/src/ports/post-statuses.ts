import type { Actor, Capability } from "../model/actor.ts";
import type { Post, PostStatus } from "../model/post.ts";
import type { Visibility } from "../queries/query.ts";

/** A status beside the built-in ones, such as `in-review`. */
export interface PostStatusDefinition {
  /** 1 to 20 lower-case letters, digits, `-` and `_`. */
  readonly name: PostStatus;
  /** Whether everybody may read such records, as if they were published; only those who may edit them unless said. */
  readonly isPublic?: boolean;
  /** The right that asking for it needs, `publish` unless said; without it the record waits as `pending`. */
  readonly writableBy?: Capability;
  /** The statuses that a record may come from, `new` for one that is created; any unless said. */
  readonly from?: readonly PostStatus[];
  /** The statuses that a record may go to; any unless said. `publish` stands for `future`, too, and the trash is always open. */
  readonly to?: readonly PostStatus[];
}

/** Which post statuses exist and who may do what with them. Source: 60-status-permissions. */
export interface PostStatuses {
  /** Every status that can be asked for in a list, `trash` included. */
  readonly names: readonly PostStatus[];
  /** Those whose records everybody may read. */
  readonly publicNames: readonly PostStatus[];
  /** Those a write may ask for. */
  readonly writableNames: readonly PostStatus[];
  isPublic(status: PostStatus): boolean;
  /** What a list shows to the actor who asks for no status. */
  visibleTo(actor: Actor): Visibility;
  /** The part of these statuses that the actor may list; `undefined` when one of them may not be asked for. */
  listable(statuses: readonly PostStatus[], actor: Actor): Visibility | undefined;
  /** What becomes of a requested status (`undefined`: none was sent on create) by the actor's rights. */
  scale(requested: PostStatus | undefined, actor: Actor): PostStatus;
  /**
   * Whether a record may go from its status (that before the trash, where it lies there; `undefined`: it is created) to
   * another one.
   */
  allows(post: Pick<Post, "status" | "trashed"> | undefined, next: PostStatus): boolean;
  canRead(post: Post, actor: Actor): boolean;
  canEdit(post: Post, actor: Actor): boolean;
  canDelete(post: Post, actor: Actor): boolean;
}
