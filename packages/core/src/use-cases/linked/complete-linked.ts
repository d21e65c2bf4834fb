import { filterParameters, type LinkedFilter } from "../../filters/list-filter.ts";
import type { CompleteList } from "../../operations.ts";
import type { ParameterValues } from "../../parameter.ts";
import type { Store } from "../../ports/store.ts";
import type { LinkedQuery } from "../../queries/linked-query.ts";
import type { Actor } from "../../rights/actor.ts";
import type { Policies } from "../../rights/plugin-policies.ts";
import type { PostStatuses } from "../../rights/record-rights.ts";
import { feedKeyOf } from "../events/feed/feed-key.ts";
import { ignoredBy, narrowQuery } from "../posts/list-posts.ts";
import type { PostViews } from "../posts/post-views.ts";
import type { LinkedKind, LinkedRecord, LinkedView } from "./linked-kind.ts";

interface CompleteLinkedDeps<R, View> {
  readonly store: Store;
  readonly postStatuses: Pick<PostStatuses, "visibleTo">;
  readonly policies?: Policies | undefined;
  readonly views: Pick<PostViews<R, View>, "all">;
  /** Adds the members that records have only in lists. */
  toListed(view: View, values: ParameterValues): View;
}

/** Number of records on each page that is read. The store counts all matches for each page. */
const PER_PAGE = 500;

/**
 * Creates the complete list of venues or organizers, in the order of the list. A record that moves to another
 * page while the list is read occurs once.
 * Source: rules/tables.md#table-rows.
 */
export const createCompleteLinked = <R extends LinkedRecord, Details, View extends LinkedView>(
  { name, repositoryOf }: LinkedKind<R, Details, View>,
  filters: readonly LinkedFilter<R, LinkedQuery>[],
  { store, postStatuses, policies, views, toListed }: CompleteLinkedDeps<R, View>,
): CompleteList<View> => {
  async function* read(query: LinkedQuery, values: ParameterValues, actor: Actor): AsyncGenerator<View> {
    const seen = new Set<number>();
    for (let page = 1; ; page += 1) {
      const { items, total } = await repositoryOf(store).list({ ...query, page });
      const fresh = items.filter(({ id }) => !seen.has(id));
      for (const { id } of fresh) seen.add(id);
      for (const view of await views.all(fresh, actor)) yield toListed(view, values);
      if (page * PER_PAGE >= total) return;
    }
  }

  return {
    parameters: filterParameters(filters),
    async open(values, actor) {
      const revision = store.revision() ?? (await store.readRevision?.());
      const everything = { page: 1, perPage: PER_PAGE, visible: postStatuses.visibleTo(actor) };
      const query = await narrowQuery(name, everything, filters, policies, values, actor);
      return {
        records: { [Symbol.asyncIterator]: () => read(query, values, actor) },
        key: feedKeyOf(revision, query, { actor, subject: undefined, order: "id", expands: false }),
        ignored: ignoredBy(filters, values).ignored ?? [],
      };
    },
  };
};
