import type { Post, PostStatus } from "../model/post.ts";
import type { Visibility } from "../queries/conditions.ts";
import { type Actor, type Capability, can } from "./actor.ts";

/** Additional status that an installation defines, such as `in-review`. */
export interface PostStatusDefinition {
  /** Name of 1 to 20 lower-case letters, digits, `-` and `_`. */
  readonly name: PostStatus;
  /**
   * True if every caller may read records with this status. By default only the author, and callers who may
   * edit records of others, can read them.
   */
  readonly isPublic?: boolean;
  /**
   * Capability that is needed to set the status; `publish` by default. If the actor lacks it, the record gets
   * the status `pending`.
   */
  readonly writableBy?: Capability;
  /**
   * Statuses from which a record may change to this one; `new` stands for a new record. `publish` includes
   * `future`. By default any status.
   */
  readonly from?: readonly PostStatus[];
  /**
   * Statuses to which a record may change from this one; any by default. `publish` includes `future`. A
   * record may always be moved to the trash.
   */
  readonly to?: readonly PostStatus[];
}

/** Statuses of events, venues and organizers, and the rights on records by status. */
export interface PostStatuses {
  /** Statuses that the filter `status` of a list accepts, including `trash`. */
  readonly names: readonly PostStatus[];
  /** Statuses whose records every caller may read. */
  readonly publicNames: readonly PostStatus[];
  /** Statuses that a write accepts. */
  readonly writableNames: readonly PostStatus[];
  isPublic(status: PostStatus): boolean;
  /**
   * Returns a query condition for the records that a list without the parameter `status` shows to the actor.
   */
  visibleTo(actor: Actor): Visibility;
  /**
   * Returns a query condition for the records with these statuses that the actor may list. Returns
   * `undefined` if the actor may not list one of the statuses at all.
   */
  listable(statuses: readonly PostStatus[], actor: Actor): Visibility | undefined;
  /**
   * Returns the status to store for a requested one, within the limits of the actor's rights: an actor
   * without the needed right gets `pending` or `draft`. `undefined` means that a new record was sent without
   * a status.
   */
  scale(requested: PostStatus | undefined, actor: Actor): PostStatus;
  /**
   * True if the `from` and `to` of the status definitions allow a record to change to the status `next`. For
   * a record in the trash, its status before the trash counts. `undefined` stands for a new record.
   */
  allows(post: Pick<Post, "status" | "trashed"> | undefined, next: PostStatus): boolean;
  canRead(post: Post, actor: Actor): boolean;
  canEdit(post: Post, actor: Actor): boolean;
  canDelete(post: Post, actor: Actor): boolean;
}

/** Statuses that every calendar has. Source: rules/rights.md#post-statuses. */
const BUILT_IN: readonly PostStatus[] = ["publish", "future", "draft", "pending", "private", "trash"];

/**
 * Returns the status of a record. For a record in the trash, it is the status that the record had before, or
 * `draft` if that is unknown.
 */
const effectiveStatus = ({ status, trashed }: Pick<Post, "status" | "trashed">): PostStatus =>
  status === "trash" ? (trashed?.status ?? "draft") : status;

/**
 * True if the list contains the status, or if there is no list. A list with `publish` also accepts `future`,
 * because records with the status `future` will be published.
 */
const accepts = (statuses: readonly PostStatus[] | undefined, status: PostStatus): boolean =>
  statuses === undefined || statuses.includes(status === "future" ? "publish" : status);

/**
 * Returns the problems of the definitions, one text for each. Problems are malformed, built-in or repeated
 * names, and unknown statuses in `from` and `to`.
 */
export const problemsOfPostStatuses = (definitions: readonly PostStatusDefinition[]): readonly string[] => {
  const known = new Set([...BUILT_IN, "new", ...definitions.map(({ name }) => name)]);
  return definitions.flatMap(({ name, from = [], to = [] }, place) => {
    const isTaken = BUILT_IN.includes(name) || definitions.findIndex((other) => other.name === name) < place;
    return [
      ...(/^[a-z0-9_-]{1,20}$/.test(name)
        ? []
        : [`the post status "${name}" has an invalid name: use 1 to 20 of a-z, 0-9, - and _`]),
      ...(isTaken || name === "new" ? [`there is already a post status "${name}"`] : []),
      ...[...from, ...to]
        .filter((other) => !known.has(other))
        .map((other) => `the post status "${name}" names "${other}", which does not exist`),
    ];
  });
};

/**
 * Creates the statuses of a calendar, with the rights on records. Source: rules/rights.md#rights-on-records.
 */
export const createPostStatuses = (definitions: readonly PostStatusDefinition[] = []): PostStatuses => {
  const added = new Map(definitions.map((definition) => [definition.name, definition]));
  const publicNames = ["publish", ...definitions.filter(({ isPublic }) => isPublic).map(({ name }) => name)];
  // Source: rules/rights.md#writable-statuses.
  const writableNames = ["publish", "future", "draft", "pending", "private", ...added.keys()];
  const isPublic = (status: PostStatus): boolean => publicNames.includes(status);
  const isPublished = (status: PostStatus): boolean => isPublic(status) || status === "future";

  /**
   * Returns the capabilities that an actor needs to edit or delete a record of another author with this
   * status. Actors without a user id need them for every record.
   */
  const neededForOthers = (right: "edit" | "delete", status: PostStatus): readonly Capability[] => {
    if (isPublished(status)) return [`${right}_others`, `${right}_published`];
    return status === "private" ? [`${right}_others`, "read_private"] : [`${right}_others`];
  };

  const isAllowed = (right: "edit" | "delete", post: Post, actor: Actor): boolean =>
    actor.id !== undefined && actor.id === post.author
      ? can(actor, isPublished(effectiveStatus(post)) ? `${right}_published` : right)
      : can(actor, ...neededForOthers(right, post.status));

  /** True if the actor may read records of other authors with this status. */
  const readsOthers = (status: PostStatus, actor: Actor): boolean =>
    isPublic(status) ||
    (status === "private" ? can(actor, "read_private") : can(actor, ...neededForOthers("edit", status)));

  /**
   * Returns a query condition for the records with these statuses that the actor may read
   * (rules/rights.md#visible-lists).
   */
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
