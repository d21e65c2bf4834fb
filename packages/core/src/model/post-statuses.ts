import type { PostStatusDefinition, PostStatuses } from "../ports/post-statuses.ts";
import type { Visibility } from "../queries/query.ts";
import { type Actor, type Capability, can } from "./actor.ts";
import type { Post, PostStatus } from "./post.ts";

/** The statuses that every calendar has. Source: 60-status-permissions section 1. */
const BUILT_IN: readonly PostStatus[] = ["publish", "future", "draft", "pending", "private", "trash"];

/** What a record was before it went to the trash, and what it is otherwise. */
const effectiveStatus = ({ status, trashed }: Pick<Post, "status" | "trashed">): PostStatus =>
  status === "trash" ? (trashed?.status ?? "draft") : status;

/** What is scheduled is on its way to `publish`. */
const names = (statuses: readonly PostStatus[] | undefined, status: PostStatus): boolean =>
  statuses === undefined || statuses.includes(status === "future" ? "publish" : status);

/**
 * What is wrong with the definitions, one text each: names that are no names, built in or given twice, and statuses that
 * do not exist.
 */
export const problemsOfPostStatuses = (definitions: readonly PostStatusDefinition[]): readonly string[] => {
  const known = new Set([...BUILT_IN, "new", ...definitions.map(({ name }) => name)]);
  return definitions.flatMap(({ name, from = [], to = [] }, place) => {
    const isTaken = BUILT_IN.includes(name) || definitions.findIndex((other) => other.name === name) < place;
    return [
      ...(/^[a-z0-9_-]{1,20}$/.test(name)
        ? []
        : [`the post status "${name}" has no name of 1 to 20 a-z, 0-9, - and _`]),
      ...(isTaken || name === "new" ? [`there is already a post status "${name}"`] : []),
      ...[...from, ...to]
        .filter((other) => !known.has(other))
        .map((other) => `the post status "${name}" names "${other}", which does not exist`),
    ];
  });
};

/** The statuses of a calendar and the rights on them. Source: 60-status-permissions sections 1-4 and 6. */
export const createPostStatuses = (definitions: readonly PostStatusDefinition[] = []): PostStatuses => {
  const added = new Map(definitions.map((definition) => [definition.name, definition]));
  const publicNames = ["publish", ...definitions.filter(({ isPublic }) => isPublic).map(({ name }) => name)];
  // Source: D25.
  const writableNames = ["publish", "future", "draft", "pending", "private", ...added.keys()];
  const isPublic = (status: PostStatus): boolean => publicNames.includes(status);
  const isOut = (status: PostStatus): boolean => isPublic(status) || status === "future";

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
    isPublic(status) ||
    (status === "private" ? can(actor, "read_private") : can(actor, ...othersNeed("edit", status)));

  /** Of these statuses what the actor could read one by one: a list shows nothing more (60 section 6). */
  const readable = (statuses: readonly PostStatus[], actor: Actor): Visibility => {
    const ofAll = statuses.filter((status) => readsOthers(status, actor));
    const ofHis = statuses.filter((status) => !readsOthers(status, actor));
    return actor.id === undefined || ofHis.length === 0
      ? { statuses: ofAll }
      : { statuses: ofAll, own: { author: actor.id, statuses: ofHis } };
  };

  return {
    names: [...writableNames, "trash"],
    publicNames,
    writableNames,
    isPublic,
    visibleTo: (actor) => (can(actor, "edit") ? readable(writableNames, actor) : { statuses: publicNames }),
    listable: (statuses, actor) =>
      can(actor, "edit") || statuses.every(isPublic) ? readable(statuses, actor) : undefined,
    scale: (requested, actor) => {
      const definition = requested === undefined ? undefined : added.get(requested);
      if (requested !== undefined && definition !== undefined) {
        return can(actor, definition.writableBy ?? "publish") ? requested : "pending";
      }
      if (can(actor, "publish")) return requested ?? "publish";
      return requested === undefined || requested === "draft" ? "draft" : "pending";
    },
    allows: (post, next) => {
      const current = post === undefined ? "new" : effectiveStatus(post);
      return (
        current === next || (names(added.get(next)?.from, current) && names(added.get(current)?.to, next))
      );
    },
    canRead: (post, actor) =>
      (actor.id !== undefined && actor.id === post.author) || readsOthers(post.status, actor),
    canEdit: (post, actor) => may("edit", post, actor),
    canDelete: (post, actor) => may("delete", post, actor),
  };
};
