import { invalidParameter } from "../errors.ts";
import type { Parameter } from "../parameter.ts";
import { refuse } from "../parameters/scalars.ts";
import { type EventQuery, isValueOrder } from "../queries/event-query.ts";
import type { LinkedQuery, VenueQuery } from "../queries/linked-query.ts";
import type { OrderMember } from "../queries/member-order.ts";
import { GEOLOCATION_PARAMETERS } from "./geolocation-placeholder.ts";
import type { ListFilter } from "./list-filter.ts";

/** Values of `orderby` for the orders of each kind of list. */
const ORDERS = {
  events: ["start_date", "title", "modified", "date", "id", "relevance"],
  linked: ["title", "modified", "date", "id", "relevance"],
} as const;

const MEMBERS: ReadonlyMap<string, OrderMember> = new Map([["start_date", "start"]]);

/** Parsed value of `orderby` or `order`. `sent` is the text for links; links leave out an unknown value. */
interface Sent<T> {
  readonly value: T | undefined;
  readonly sent: string | undefined;
}

interface OrderValues {
  readonly orderby?: Sent<OrderMember> | undefined;
  readonly order?: Sent<"asc" | "desc"> | undefined;
}

/** Values of other filters that the orders need. */
interface OtherValues {
  readonly search?: unknown;
  readonly geoloc_lat?: unknown;
}

const choice = <T extends string>(
  description: string,
  example: string,
  find: (text: string) => T | undefined,
): Parameter<Sent<T> | undefined> => ({
  type: "string",
  description,
  documented: { example },
  resolve(raw) {
    if (typeof raw !== "string") return refuse("not-a-string");
    const value = find(raw.trim().toLowerCase());
    return { value: { value, sent: value === undefined ? undefined : raw.trim().toLowerCase() } };
  },
});

/**
 * Creates the filter with the parameters `orderby` and `order`. It must be the last filter of the list, because
 * its order replaces every other. `others` are the filters of plugins: `distance` is known if one of them
 * searches by position.
 * Source: rules/orders.md#orderby, rules/orders.md#order-direction, rules/orders.md#order-by-distance.
 */
export const createOrderFilter = <Query extends EventQuery | LinkedQuery>(
  list: keyof typeof ORDERS,
  others: readonly Pick<ListFilter<never>, "parameters">[],
): ListFilter<Query> => {
  const hasPositions = others.some(({ parameters }) =>
    GEOLOCATION_PARAMETERS.some((name) => name in parameters),
  );
  const known: readonly string[] = [...ORDERS[list], ...(hasPositions ? ["distance"] : [])];
  return {
    parameters: {
      orderby: choice(`parameter.${list}.orderby`, "title", (text) =>
        // The type is safe, because all other known values are names of members.
        known.includes(text) ? (MEMBERS.get(text) ?? (text as OrderMember)) : undefined,
      ),
      order: choice("parameter.order", "desc", (text) =>
        text === "asc" || text === "desc" ? text : undefined,
      ),
    },
    pure: true,
    narrow(query, values) {
      // The types are safe, because the declarations above have parsed the values.
      const { orderby, order } = values as OrderValues;
      const by = orderby?.value;
      if (by === undefined) return query;
      requireInput(by, query, values as OtherValues);
      return { ...query, order: { by, descending: order?.value === "desc" } };
    },
    ignores(values) {
      const { orderby, order } = values as OrderValues;
      const isUnknown = orderby !== undefined && orderby.value === undefined;
      const isIdle = order !== undefined && (order.value === undefined || orderby?.value === undefined);
      return [...(isUnknown ? ["orderby"] : []), ...(isIdle ? ["order"] : [])];
    },
  };
};

/** Throws `rest_invalid_param` if the list cannot have the order. */
const requireInput = (
  by: OrderMember,
  { order, location }: Pick<EventQuery | VenueQuery, "order"> & Pick<VenueQuery, "location">,
  { search, geoloc_lat }: OtherValues,
): void => {
  const missing = (name: string): Error =>
    invalidParameter(name, { reason: "unpaired", values: { other: "orderby" } });
  if (typeof order === "object" && isValueOrder(order as EventQuery["order"]))
    throw invalidParameter("orderby", { reason: "second-order" });
  if (by === "relevance" && search === undefined) throw missing("search");
  if (by === "distance" && location?.within === undefined)
    throw missing(geoloc_lat === undefined ? "geoloc_lat" : "geoloc_lng");
};
