import { CalendarError, type ErrorCode } from "../../errors.ts";
import { filterParameters, type ListFilter, narrowAll } from "../../filters/list-filter.ts";
import type { Actor } from "../../model/actor.ts";
import type { Post } from "../../model/post.ts";
import type { PostStatuses } from "../../model/post-statuses.ts";
import type { SiteSettings } from "../../model/site.ts";
import type { ListResult } from "../../model/views.ts";
import type { CollectionOperation } from "../../operation.ts";
import type { Parameters, ParameterValues } from "../../parameter.ts";
import { pagingParameters } from "../../parameters/paging.ts";
import type { StatusSelection } from "../../parameters/references.ts";
import type { ExtensibleKind } from "../../plugins/contributions.ts";
import type { Policies } from "../../policies/policies.ts";
import type { PostRepository } from "../../ports/repositories/post-repository.ts";
import type { Repositories, Store } from "../../ports/store.ts";
import type { EventQuery } from "../../queries/event-query.ts";
import type { LinkedQuery } from "../../queries/linked-query.ts";
import type { PostViews } from "./post-views.ts";

/** What sets the lists of a kind of posts apart. */
export interface PostList<
  R extends Post,
  View,
  Query extends EventQuery | LinkedQuery,
  Filter extends ListFilter<Query>,
> {
  readonly name: ExtensibleKind;
  repositoryOf(repositories: Repositories): PostRepository<R, Query>;
  readonly codes: { readonly pageNotFound: ErrorCode };
  readonly views: Pick<PostViews<R, View>, "all">;
  /** In the order of the documentation. */
  readonly builtInFilters: readonly Filter[];
  /** Those that plugins add. */
  readonly addedFilters: readonly Filter[];
  toQuery(asked: Pick<LinkedQuery, "page" | "perPage" | "visible">): Query;
  /** The view with what the filter says of its records because of this list. */
  decorate(view: View, filter: Filter, values: ParameterValues): View;
  /** The statuses of callers who see only what is public. */
  impliedStatus(actor: Actor): readonly string[] | undefined;
  understood?(values: ParameterValues): ParameterValues;
}

export interface ListPostsDeps {
  readonly store: Store;
  readonly postStatuses: PostStatuses;
  readonly site: SiteSettings;
  readonly policies?: Policies | undefined;
}

/**
 * Lists the posts the actor may read, narrowed by each filter in turn. Source: rules/events.md#filters-combine,
 * rules/venues-organizers.md#linked-list-parameters.
 */
export const createListPosts = <
  R extends Post,
  View,
  Query extends EventQuery | LinkedQuery,
  Filter extends ListFilter<Query>,
>(
  kind: PostList<R, View, Query, Filter>,
  { store, postStatuses, site, policies }: ListPostsDeps,
): {
  readonly list: CollectionOperation<ParameterValues, ListResult<View>>;
  /** The parameters without those of plugins. */
  readonly own: Parameters;
} => {
  const { builtInFilters, addedFilters } = kind;
  const filters = [...builtInFilters, ...addedFilters];
  const decorating = filters.filter((filter) => "decorate" in filter);
  const ignoring = filters.filter((filter) => "ignores" in filter);
  const paging = pagingParameters(site);
  const list: CollectionOperation<ParameterValues, ListResult<View>> = {
    method: "read",
    parameters: { ...paging, ...filterParameters(filters) },
    permits: () => true,
    async run(values, { actor }) {
      // The parser made them from the declarations above.
      const { page, per_page } = values as unknown as { readonly page: number; readonly per_page: number };
      const perPage = Math.min(per_page, site.maxPerPage);
      const asked = kind.toQuery({ visible: postStatuses.visibleTo(actor), page, perPage });
      const wanted = await narrowAll(asked, filters, values, actor);
      // Last, so that nothing that is asked for widens it.
      const query = policies?.narrowed(kind.name, wanted, actor) ?? wanted;
      const { items, total } = await kind.repositoryOf(store).list(query);
      // Source: rules/interface.md#page-past-end.
      if (page > 1 && items.length === 0) throw new CalendarError(kind.codes.pageNotFound);
      const ignored = ignoring.flatMap((filter) => filter.ignores?.(values) ?? []);
      const views = await kind.views.all(items, actor);
      return {
        items: views.map((view) =>
          decorating.reduce((shown, filter) => kind.decorate(shown, filter, values), view),
        ),
        total,
        page,
        perPage,
        understood: {
          ...values,
          ...kind.understood?.(values),
          status: (values.status as StatusSelection | undefined)?.names ?? kind.impliedStatus(actor),
        },
        ...(ignored.length > 0 && { ignored }),
      };
    },
  };
  return { list, own: { ...paging, ...filterParameters(builtInFilters) } };
};
