import { CalendarError } from "../../errors.ts";
import { understoodDates } from "../../filters/date-filters.ts";
import { type EventFilter, filterParameters, narrowAll } from "../../filters/list-filter.ts";
import type { Actor } from "../../model/actor.ts";
import type { PostStatuses } from "../../model/post-statuses.ts";
import type { SiteSettings } from "../../model/site.ts";
import type { EventView, ListResult } from "../../model/views.ts";
import type { CollectionOperation } from "../../operation.ts";
import type { Parameters, ParameterValues } from "../../parameter.ts";
import { pagingParameters } from "../../parameters/paging.ts";
import type { StatusSelection } from "../../parameters/references.ts";
import type { Repositories } from "../../ports/store.ts";
import type { EventQuery } from "../../queries/event-query.ts";
import { decorated } from "../posts/extra-members.ts";
import type { EventViews } from "./event-views.ts";

export interface ListEventsDeps {
  readonly store: Pick<Repositories, "events">;
  readonly postStatuses: PostStatuses;
  readonly site: SiteSettings;
  /** The built-in ones first, in the order of the documentation. */
  readonly filters: readonly EventFilter[];
  readonly viewAll: EventViews["all"];
}

/** Lists the events the actor may read, narrowed by each filter in turn. Source: rules/events.md#filters-combine. */
export const createListEvents = ({
  store,
  postStatuses,
  site,
  filters,
  viewAll,
}: ListEventsDeps): CollectionOperation<ParameterValues, ListResult<EventView>> => {
  const decorators = filters.filter(({ decorate }) => decorate !== undefined);
  const paging = pagingParameters(site);
  const parameters: Parameters = { ...paging, ...filterParameters(filters) };
  /** The statuses of callers who see only what is public. Source: rules/events.md#list-links. */
  const impliedStatus = (actor: Actor): readonly string[] | undefined => {
    const { statuses, own } = postStatuses.visibleTo(actor);
    return own === undefined && statuses.every(postStatuses.isPublic) ? statuses : undefined;
  };
  return {
    method: "read",
    parameters,
    permits: () => true,
    async run(values, { actor }) {
      // The parser made them from the declarations above.
      const { page, per_page } = values as unknown as { readonly page: number; readonly per_page: number };
      const perPage = Math.min(per_page, site.maxPerPage);
      const asked: EventQuery = {
        visible: postStatuses.visibleTo(actor),
        clock: site.displayZone === "site" ? "utc" : "local",
        order: "start",
        page,
        perPage,
      };
      const query = await narrowAll(asked, filters, values, actor);
      const { items, total } = await store.events.list(query);
      // Source: rules/interface.md#page-past-end.
      if (page > 1 && items.length === 0) throw new CalendarError("event-archive-page-not-found");
      const ignored = filters.flatMap((filter) => filter.ignores?.(values) ?? []);
      const views = await viewAll(items, actor);
      return {
        items: decorators.length === 0 ? views : views.map((view) => decorate(view, decorators, values)),
        total,
        page,
        perPage,
        understood: {
          ...values,
          ...understoodDates(values, site),
          status: (values.status as StatusSelection | undefined)?.names ?? impliedStatus(actor),
        },
        ...(ignored.length > 0 && { ignored }),
      };
    },
  };
};

/** The view with what filters say of its event and venue because of this list. */
const decorate = (view: EventView, filters: readonly EventFilter[], values: ParameterValues): EventView => {
  const { event, venue } = view;
  const decorations = filters.map((filter) => filter.decorate?.(event, venue?.venue, values));
  return {
    ...decorated(
      view,
      decorations.map((decoration) => decoration?.event),
    ),
    ...(venue && {
      venue: decorated(
        venue,
        decorations.map((decoration) => decoration?.venue),
      ),
    }),
  };
};
