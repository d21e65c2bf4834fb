import type { Post, PostStatus } from "../model/post.ts";
import type { Visibility } from "../queries/conditions.ts";
import { type Actor, type Capability, can } from "./actor.ts";

/** A status of an installation's own, such as `in-review`. */
export interface PostStatusDefinition {
  /** 1 to 20 lower-case letters, digits, `-` and `_`. */
  readonly name: PostStatus;
  /** Whether every caller may read such records, as if they were published; by default only those who may edit them. */
  readonly isPublic?: boolean;
  /** The capability that setting it needs, by default `publish`; without it the record becomes `pending`. */
  readonly writableBy?: Capability;
  /** The statuses that a record may come from, `new` for one that is created; by default any. */
  readonly from?: readonly PostStatus[];
  /** The statuses that a record may go to; by default any. `publish` includes `future`, and the trash is always allowed. */
  readonly to?: readonly PostStatus[];
}

/** Which post statuses exist and who may do what with them. */
export interface PostStatuses {
  /** Every status that a list accepts, `trash` included. */
  readonly names: readonly PostStatus[];
  /** Those whose records every caller may read. */
  readonly publicNames: readonly PostStatus[];
  /** Those a write accepts. */
  readonly writableNames: readonly PostStatus[];
  isPublic(status: PostStatus): boolean;
  /** What a list without a `status` shows to the actor. */
  visibleTo(actor: Actor): Visibility;
  /** The part of these statuses that the actor may list; `undefined` when they may not list one of them at all. */
  listable(statuses: readonly PostStatus[], actor: Actor): Visibility | undefined;
  /** The requested status (`undefined`: none was sent on create) reduced to what the actor may set. */
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

/** The statuses that every calendar has. Source: rules/rights.md#post-statuses. */
const BUILT_IN: readonly PostStatus[] = ["publish", "future", "draft", "pending", "private", "trash"];

/** The status before the trash, for a record that lies there. */
const effectiveStatus = ({ status, trashed }: Pick<Post, "status" | "trashed">): PostStatus =>
  status === "trash" ? (trashed?.status ?? "draft") : status;

/** `publish` includes `future`: such records will be published. */
const accepts = (statuses: readonly PostStatus[] | undefined, status: PostStatus): boolean =>
  statuses === undefined || statuses.includes(status === "future" ? "publish" : status);

/**
 * What is wrong with the definitions, one text each: malformed, built-in or repeated names, and unknown statuses.
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

/** The statuses of a calendar and the rights on them. Source: rules/rights.md#rights-on-records. */
export const createPostStatuses = (definitions: readonly PostStatusDefinition[] = []): PostStatuses => {
  const added = new Map(definitions.map((definition) => [definition.name, definition]));
  const publicNames = ["publish", ...definitions.filter(({ isPublic }) => isPublic).map(({ name }) => name)];
  // Source: rules/rights.md#writable-statuses.
  const writableNames = ["publish", "future", "draft", "pending", "private", ...added.keys()];
  const isPublic = (status: PostStatus): boolean => publicNames.includes(status);
  const isPublished = (status: PostStatus): boolean => isPublic(status) || status === "future";

  /** The capabilities that changing (or deleting) a record of another author with this status needs. */
  const neededForOthers = (right: "edit" | "delete", status: PostStatus): readonly Capability[] => {
    if (isPublished(status)) return [`${right}_others`, `${right}_published`];
    return status === "private" ? [`${right}_others`, "read_private"] : [`${right}_others`];
  };

  const isAllowed = (right: "edit" | "delete", post: Post, actor: Actor): boolean =>
    actor.id !== undefined && actor.id === post.author
      ? can(actor, isPublished(effectiveStatus(post)) ? `${right}_published` : right)
      : can(actor, ...neededForOthers(right, post.status));

  /** Whether the actor may read the records of other authors with this status. */
  const readsOthers = (status: PostStatus, actor: Actor): boolean =>
    isPublic(status) ||
    (status === "private" ? can(actor, "read_private") : can(actor, ...neededForOthers("edit", status)));

  /** Of these statuses what the actor could read one by one (rules/rights.md#visible-lists). */
  const readable = (statuses: readonly PostStatus[], actor: Actor): Visibility => {
    const ofAll = statuses.filter((status) => readsOthers(status, actor));
    const ofOwn = statuses.filter((status) => !readsOthers(status, actor));
    return actor.id === undefined || ofOwn.length === 0
      ? { statuses: ofAll }
      : { statuses: ofAll, own: { author: actor.id, statuses: ofOwn } };
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
        current === next || (accepts(added.get(next)?.from, current) && accepts(added.get(current)?.to, next))
      );
    },
    canRead: (post, actor) =>
      (actor.id !== undefined && actor.id === post.author) || readsOthers(post.status, actor),
    canEdit: (post, actor) => isAllowed("edit", post, actor),
    canDelete: (post, actor) => isAllowed("delete", post, actor),
  };
};
