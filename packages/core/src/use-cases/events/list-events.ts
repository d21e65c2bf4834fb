import { CalendarError } from "../../errors.ts";
import type { EventFilter } from "../../filters/event-filter.ts";
import type { Actor } from "../../model/actor.ts";
import type { EventQuery } from "../../model/queries.ts";
import type { EventView, ListResult } from "../../model/views.ts";
import type { CollectionOperation } from "../../operation.ts";
import type { Parameters, ParameterValues } from "../../parameter.ts";
import { pagingParameters } from "../../parameters/paging.ts";
import type { OperationDeps } from "../operation-deps.ts";
import { createViewEvents } from "./event-views.ts";

/** The order of parameters in links; others follow. Source: 00-overview section 6.3. */
const LINK_ORDER: readonly string[] = [
  "start_date",
  "end_date",
  "search",
  "geoloc",
  "geoloc_lat",
  "geoloc_lng",
  "status",
  "post_parent",
  "include",
  "starts_before",
  "starts_after",
  "ends_before",
  "ends_after",
  "venue",
  "organizer",
  "featured",
  "categories",
  "tags",
];

/** Lists the events the actor may read, narrowed by each filter in turn. Source: 10-events sections 2-7. */
export const createListEvents = ({
  store,
  postStatuses,
  site,
  eventFilters,
}: OperationDeps): CollectionOperation<ParameterValues, ListResult<EventView>> => {
  const viewEvents = createViewEvents({ repositories: store, postStatuses });
  const paging = pagingParameters(site);
  const parameters: Parameters = Object.assign(
    { ...paging },
    ...eventFilters.map((filter) => filter.parameters),
  );
  return {
    method: "read",
    parameters,
    permits: async () => true,
    async run(values, actor) {
      // The parser made them from the declarations above.
      const { page, per_page } = values as unknown as { readonly page: number; readonly per_page: number };
      const perPage = Math.min(per_page, site.maxPerPage);
      let query: EventQuery = {
        visible: postStatuses.visibleTo(actor),
        clock: site.displayZone === "site" ? "utc" : "local",
        order: "start",
        page,
        perPage,
      };
      for (const filter of eventFilters) query = await filter.narrow(query, values, actor);
      const { items, total } = await store.events.list(query);
      if (page > 1 && items.length === 0) throw new CalendarError("event-archive-page-not-found");
      const ignored = eventFilters.flatMap((filter) => filter.ignores?.(values) ?? []);
      return {
        items: await viewEvents(items, actor),
        total,
        page,
        perPage,
        query: linkParameters(eventFilters, values, actor),
        ...(ignored.length > 0 && { ignored }),
      };
    },
  };
};

/** What the links of the list carry beside the page, so that they lead to the same list. Source: D18, D39. */
const linkParameters = (
  filters: readonly EventFilter[],
  values: ParameterValues,
  actor: Actor,
): readonly (readonly [string, string])[] => {
  const links = Object.assign({}, ...filters.map((filter) => linksOf(filter, values, actor)));
  const rank = (name: string): number => {
    const index = LINK_ORDER.indexOf(name);
    return index === -1 ? LINK_ORDER.length : index;
  };
  return Object.entries<string>(links).sort(([one], [other]) => rank(one) - rank(other));
};

const linksOf = (
  filter: EventFilter,
  values: ParameterValues,
  actor: Actor,
): Readonly<Record<string, string>> => {
  if (filter.links !== undefined) return filter.links(values, actor);
  return Object.fromEntries(
    Object.keys(filter.parameters).flatMap((name) => {
      const text = toText(values[name]);
      return text === undefined ? [] : [[name, text]];
    }),
  );
};

const toText = (value: unknown): string | undefined => {
  if (typeof value === "boolean") return value ? "1" : "0";
  if (typeof value === "string" || typeof value === "number") return String(value);
  if (!Array.isArray(value)) return undefined;
  const texts = value.map(toText);
  return texts.includes(undefined) ? undefined : texts.join(",");
};
