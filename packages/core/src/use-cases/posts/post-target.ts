import type { Problem, ProblemReason } from "../../errors.ts";
import type { Post } from "../../model/post.ts";
import { toSlug } from "../../model/text/slug.ts";
import type { FoundRecord, ItemOperation, Target } from "../../operation.ts";
import { toPositiveInteger } from "../../parameters/scalars.ts";
import type { PostRepository } from "../../ports/repositories/post-repository.ts";
import type { Repositories } from "../../ports/store.ts";
import { type Actor, can } from "../../rights/actor.ts";
import { mergeTarget } from "../merging/merged-target.ts";

/**
 * Problem to report if a path by id or by slug names no record. If none is given, the operation itself
 * reports the missing record.
 */
export type Refusals = { readonly [Name in "id" | "slug"]?: ProblemReason };

/**
 * Returns the path parameters for an event, venue or organizer.
 * Source: rules/errors.md#unknown-record, rules/interface.md#slugs-in-paths.
 */
export const createPostTarget = <R extends Post>(
  kind: "event" | "venue" | "organizer",
  posts: Pick<PostRepository<R, never>, "find" | "findBySlug">,
  store: Pick<Repositories, "kindOf" | "merges">,
  refusals: Refusals,
): Target<R> => ({
  id: { type: "integer", required: true, description: `path.${kind}.id` },
  slug: { type: "string", required: true, description: `path.${kind}.slug` },
  async find({ name, text }) {
    const reason = refusals[name];
    const refused: { readonly problem?: Problem } = reason === undefined ? {} : { problem: { reason } };
    const slug = name === "slug" ? toSlug(text) : "";
    const id = name === "id" ? toPositiveInteger(text) : undefined;
    if (slug === "" && id === undefined) return { name, isOther: false, ...refused };
    const record = id === undefined ? await posts.findBySlug(slug) : await posts.find(id);
    if (record !== undefined) return { name, record };
    const targetId = kind === "event" ? undefined : await mergeTarget(kind, id ?? slug, store.merges);
    const target = targetId === undefined ? undefined : await posts.find(targetId);
    if (target !== undefined) return { name, record: target, isMerged: true };
    return { name, isOther: id !== undefined && (await store.kindOf(id)) !== undefined, ...refused };
  },
});

/**
 * Returns a function that checks a right of an actor. If the path names an existing record, it checks the
 * right on this record, otherwise the general right.
 * For a venue or organizer, it returns false for an id that no record of any kind has. To delete a merged
 * record, the general right is checked.
 * Source: rules/rights.md#route-rights.
 */
export const permitsOnPost =
  <R extends Post>(
    right: "edit" | "delete",
    mayChange: (post: Post, actor: Actor) => boolean,
  ): ItemOperation<never, unknown, R>["permits"] =>
  (actor, found) => {
    // A merged record cannot be deleted, whatever the rights on its target are.
    if (found?.isMerged && right === "delete") return can(actor, right);
    if (found?.record !== undefined) return mayChange(found.record, actor);
    return can(actor, right) && !isUnknownId(found);
  };

const isUnknownId = (found: FoundRecord<Post> | undefined): boolean =>
  found?.problem !== undefined && found.name === "id" && found.isOther !== true;
