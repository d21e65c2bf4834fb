import type { PostStatuses } from "../ports/post-statuses.ts";
import { type Actor, type Capability, can } from "./actor.ts";
import type { Post, PostStatus } from "./post.ts";
import type { Visibility } from "./queries.ts";

/** Every status there is, `trash` included. Source: 60-status-permissions section 1. */
const NAMES: readonly PostStatus[] = ["publish", "future", "draft", "pending", "private", "trash"];
const PUBLIC: readonly PostStatus[] = ["publish"];
/** Source: D25. */
const WRITABLE: readonly PostStatus[] = ["publish", "future", "draft", "pending", "private"];

const isOut = (status: PostStatus): boolean => status === "publish" || status === "future";

/** What a record was before it went to the trash, and what it is otherwise. */
const effectiveStatus = (post: Post): PostStatus =>
  post.status === "trash" ? (post.trashed?.status ?? "draft") : post.status;

/** The rights that changing (or deleting) somebody else's record of this status needs. */
const othersNeed = (right: "edit" | "delete", status: PostStatus): readonly Capability[] => {
  if (isOut(status)) return [`${right}_others`, `${right}_published`];
  return status === "private" ? [`${right}_others`, "read_private"] : [`${right}_others`];
};

const may = (right: "edit" | "delete", post: Post, actor: Actor): boolean =>
  actor.id !== undefined && actor.id === post.author
    ? can(actor, isOut(effectiveStatus(post)) ? `${right}_published` : right)
    : can(actor, ...othersNeed(right, post.status));

/** Whether the actor may read the records of this status that are somebody else's. */
const readsOthers = (status: PostStatus, actor: Actor): boolean =>
  PUBLIC.includes(status) ||
  (status === "private" ? can(actor, "read_private") : can(actor, ...othersNeed("edit", status)));

/** Of these statuses what the actor could read one by one: a list shows nothing more (60 section 6). */
const readable = (statuses: readonly PostStatus[], actor: Actor): Visibility => {
  const ofAll = statuses.filter((status) => readsOthers(status, actor));
  const ofHis = statuses.filter((status) => !readsOthers(status, actor));
  return actor.id === undefined || ofHis.length === 0
    ? { statuses: ofAll }
    : { statuses: ofAll, own: { author: actor.id, statuses: ofHis } };
};

/** The statuses of a calendar and the rights on them. Source: 60-status-permissions sections 1-4 and 6. */
export const createPostStatuses = (): PostStatuses => ({
  names: NAMES,
  publicNames: PUBLIC,
  writableNames: WRITABLE,
  isPublic: (status) => PUBLIC.includes(status),
  visibleTo: (actor) => (can(actor, "edit") ? readable(WRITABLE, actor) : { statuses: PUBLIC }),
  listable: (statuses, actor) =>
    can(actor, "edit") || statuses.every((status) => PUBLIC.includes(status))
      ? readable(statuses, actor)
      : undefined,
  scale: (requested, actor) => {
    if (can(actor, "publish")) return requested ?? "publish";
    if (requested === undefined || requested === "draft") return "draft";
    return "pending";
  },
  canRead: (post, actor) =>
    (actor.id !== undefined && actor.id === post.author) || readsOthers(post.status, actor),
  canEdit: (post, actor) => may("edit", post, actor),
  canDelete: (post, actor) => may("delete", post, actor),
});
