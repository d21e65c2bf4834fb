import { CalendarError } from "../../errors.ts";
import { builtInLinkedFilters } from "../../filters/linked-filters.ts";
import { filterParameters, type LinkedFilter, narrowAll } from "../../filters/list-filter.ts";
import { type Actor, can } from "../../model/actor.ts";
import type { PostStatuses } from "../../model/post-statuses.ts";
import type { SiteSettings } from "../../model/site.ts";
import type { ListResult } from "../../model/views.ts";
import type { CollectionOperation } from "../../operation.ts";
import type { Parameters, ParameterValues } from "../../parameter.ts";
import { pagingParameters } from "../../parameters/paging.ts";
import type { StatusSelection } from "../../parameters/references.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Repositories } from "../../ports/store.ts";
import type { LinkedQuery } from "../../queries/linked-query.ts";
import { decorated } from "../posts/extra-members.ts";
import type { LinkedKind, LinkedRecord, LinkedView } from "./linked-kind.ts";

export interface ListLinkedDeps<R extends LinkedRecord, View> {
  readonly store: Repositories;
  readonly postStatuses: PostStatuses;
  readonly clock: Clock;
  readonly site: SiteSettings;
  /** Those that plugins add to the built-in ones. */
  readonly filters?: readonly LinkedFilter<R, LinkedQuery>[] | undefined;
  readonly viewAll: (records: readonly R[], actor: Actor) => Promise<readonly View[]>;
}

/** Lists venues or organizers. Source: rules/venues-organizers.md#linked-list-parameters. */
export const createListLinked = <R extends LinkedRecord, Details, View extends LinkedView>(
  kind: LinkedKind<R, Details, View>,
  { store, postStatuses, clock, site, filters = [], viewAll }: ListLinkedDeps<R, View>,
): {
  readonly list: CollectionOperation<ParameterValues, ListResult<View>>;
  /** Without those of plugins. */
  readonly own: Parameters;
} => {
  const builtIn = builtInLinkedFilters(kind.plural, { repositories: store, postStatuses, clock, site });
  const all: readonly LinkedFilter<R, LinkedQuery>[] = [...builtIn, ...filters];
  const decorators = all.filter(({ decorate }) => decorate !== undefined);
  const paging = pagingParameters(site);
  const list: CollectionOperation<ParameterValues, ListResult<View>> = {
    method: "read",
    parameters: { ...paging, ...filterParameters(all) },
    permits: () => true,
    async run(values, { actor }) {
      // The parser made them from the declarations above.
      const { page, per_page } = values as unknown as { readonly page: number; readonly per_page: number };
      const perPage = Math.min(per_page, site.maxPerPage);
      const asked: LinkedQuery = { page, perPage, visible: postStatuses.visibleTo(actor) };
      const query = await narrowAll(asked, all, values, actor);
      const { items, total } = await kind.repositoryOf(store).list(query);
      if (items.length === 0 && page > 1) throw new CalendarError(kind.codes.pageNotFound);
      const views = await viewAll(items, actor);
      const ignored = all.flatMap((filter) => filter.ignores?.(values) ?? []);
      return {
        items: views.map((view, index) =>
          decorated(
            view,
            // Views are those of the items, in their order.
            decorators.map((filter) => filter.decorate?.(items[index] as R, values)),
          ),
        ),
        total,
        page,
        perPage,
        understood: {
          ...values,
          // Source: rules/venues-organizers.md#linked-links.
          status:
            (values.status as StatusSelection | undefined)?.names ??
            (can(actor, "edit") ? undefined : postStatuses.publicNames),
        },
        ...(ignored.length > 0 && { ignored }),
      };
    },
  };
  return { list, own: { ...paging, ...filterParameters(builtIn) } };
};
