import type { Post } from "../model/post.ts";
import type { ExtensibleKind } from "../plugins/contributions.ts";
import type { Owned } from "../plugins/record-extensions.ts";
import type { EventQuery } from "../queries/event-query.ts";
import type { LinkedQuery } from "../queries/linked-query.ts";
import { callHook, requireSynchronous } from "../write-hooks/hook-results.ts";
import type { WrittenRecord } from "../write-hooks/write-hook.ts";
import type { Actor } from "./actor.ts";
import { isNarrowing, isWithin, withNarrowing } from "./narrowing.ts";
import type { Narrowing, Policy, PolicyAction, PolicyContext } from "./policy.ts";
import type { PostStatuses } from "./record-rights.ts";

/** All policies of a calendar, combined. */
export interface Policies {
  /** True if at least one policy restricts reads. */
  narrowsReads(): boolean;
  permits(action: PolicyAction, record: WrittenRecord, context: PolicyContext): boolean;
  /** Adds the read conditions of all policies to a query. */
  narrowed<Query extends EventQuery | LinkedQuery>(kind: ExtensibleKind, query: Query, actor: Actor): Query;
  /** True if the record meets the read conditions of all policies. */
  isReadable(post: Post, actor: Actor): boolean;
}

/**
 * Combines the policies that `list` returns. `list` is called for each check, because policies may be
 * registered later. `plugin` is the name of the plugin that owns a policy.
 */
export const createPolicies = (list: () => readonly Owned<Policy>[]): Policies => {
  const narrowings = (kind: ExtensibleKind, actor: Actor): readonly Narrowing[] =>
    list().flatMap(({ plugin, value }) => {
      const owner = `narrow of ${plugin}`;
      const result = callHook(owner, () => value.narrow?.({ kind, actor }));
      if (result === undefined) return [];
      requireSynchronous(owner, result);
      if (!isNarrowing(result)) throw new Error(`${owner} returned a value that is not a narrowing`);
      return [result];
    });
  return {
    narrowsReads: () => list().some(({ value }) => value.narrow !== undefined),
    permits: (action, record, context) =>
      list().every(({ plugin, value }) => {
        if (value.permits === undefined) return true;
        const owner = `permits of ${plugin}`;
        const result: unknown = callHook(owner, () => value.permits?.(action, record, context));
        requireSynchronous(owner, result);
        if (typeof result !== "boolean") throw new Error(`${owner} returned neither true nor false`);
        return result;
      }),
    narrowed: (kind, query, actor) =>
      narrowings(kind, actor).reduce((narrower, narrowing) => withNarrowing(narrower, narrowing), query),
    isReadable: (post, actor) =>
      narrowings(kindOfPost(post), actor).every((narrowing) => isWithin(post, narrowing)),
  };
};

/** Returns the kind of a record, which is recognised by a member that only this kind has. */
const kindOfPost = (post: Post): ExtensibleKind => {
  if ("schedule" in post) return "event";
  return "city" in post ? "venue" : "organizer";
};

/** Returns `postStatuses` with `canRead`, `canEdit` and `canDelete` restricted by the policies. */
export const withPolicies = (postStatuses: PostStatuses, policies: Policies): PostStatuses => {
  const may = (action: PolicyAction, post: Post, actor: Actor): boolean => {
    // The type is safe, because rights are checked only for events, venues and organizers.
    const record = post as WrittenRecord;
    return (
      policies.isReadable(post, actor) && policies.permits(action, record, { kind: kindOfPost(post), actor })
    );
  };
  return {
    ...postStatuses,
    canRead: (post, actor) => postStatuses.canRead(post, actor) && policies.isReadable(post, actor),
    canEdit: (post, actor) => postStatuses.canEdit(post, actor) && may("update", post, actor),
    canDelete: (post, actor) => postStatuses.canDelete(post, actor) && may("delete", post, actor),
  };
};
