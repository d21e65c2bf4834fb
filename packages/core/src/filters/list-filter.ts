import type { CalendarEvent } from "../model/event.ts";
import type { JsonObject } from "../model/json.ts";
import type { Organizer } from "../model/organizer.ts";
import type { SiteSettings } from "../model/site.ts";
import type { Venue } from "../model/venue.ts";
import type { Parameter, Parameters, ParametersFor, ParameterValues } from "../parameter.ts";
import { isPending } from "../pending.ts";
import type { MemberSchemas, Purity } from "../plugins/contributions.ts";
import type { Clock } from "../ports/clock.ts";
import type { Repositories } from "../ports/store.ts";
import type { EventQuery } from "../queries/event-query.ts";
import type { LinkedQuery, VenueQuery } from "../queries/linked-query.ts";
import type { Actor } from "../rights/actor.ts";
import type { PostStatuses } from "../rights/record-rights.ts";

/**
 * Filter that adds parameters to a list. Built-in filters and those of plugins implement the same interface.
 */
export interface ListFilter<Query> extends Purity {
  /**
   * Parameters that the filter adds to the list, by name. Kalends parses them before it calls `narrow`, and
   * publishes them in the REST index and the OpenAPI document.
   * Links to other pages of the list contain the parameters again. For a value other than a text, number,
   * boolean or list of these, links contain the value's member `sent`, as in `SentExternalId`.
   */
  readonly parameters: Parameters;
  /**
   * Returns the query with the conditions of this filter. Returns the same query if the request has no value
   * for the filter.
   *
   * - Add conditions to `extensions` and do not replace it, because other filters also add conditions.
   * - A query has only one order, and the last filter that sets it wins. Set it only if the request asks for
   *   it. A request with an order by a value and `orderby` is refused (rules/orders.md#second-order).
   * - `values` contains the values of all filters of the list, by parameter name.
   * - To refuse a request, throw `invalidParameter`.
   */
  narrow(query: Query, values: ParameterValues, actor: Actor): Query | Promise<Query>;
  /**
   * Returns the names of parameters that have no effect in this request. The response lists them in
   * `X-Kalends-Ignored` (rules/interface.md#ignored-parameters).
   */
  ignores?(values: ParameterValues): readonly string[];
}

/** Objects that filters need. */
export interface FilterDeps {
  readonly repositories: Repositories;
  readonly postStatuses: PostStatuses;
  readonly clock: Clock;
  readonly site: SiteSettings;
}

/** Members that a filter adds to an event in a list and to the event's venue, such as a distance. */
export interface EventDecoration {
  readonly event?: JsonObject;
  readonly venue?: JsonObject;
}

/** Filter of event lists. */
export interface EventFilter extends ListFilter<EventQuery> {
  /** Schemas of the members that `decorate` may return; other returned members are ignored. */
  readonly decorates?: { readonly event?: MemberSchemas; readonly venue?: MemberSchemas };
  /**
   * Names of the parameters that only sort the list. Tables and files of events have an order of their own, so
   * they name these parameters in `X-Kalends-Ignored` (rules/interface.md#event-formats).
   */
  readonly sorts?: readonly string[];
  /**
   * Returns members that depend on the request. Kalends calls it for each event in the list, with the event's
   * venue if the caller may see it. If it throws, Kalends logs the error and sends the response without these
   * members.
   */
  decorate?(event: CalendarEvent, venue: Venue | undefined, values: ParameterValues): EventDecoration;
}

/**
 * Declares a filter of event lists. The compiler checks `parameters` against `V`, the type of the filter's
 * values. `Others` is the type of values of other filters that this filter reads; such values may be absent.
 */
export const eventFilter = <V, Others = unknown>(
  filter: TypedFilter<EventQuery, V, Others> &
    Pick<EventFilter, "decorates" | "sorts"> & {
      decorate?(event: CalendarEvent, venue: Venue | undefined, values: Readonly<V>): EventDecoration;
    },
): EventFilter => filter;

/** Filter whose parameter values have the types in `V`. */
interface TypedFilter<Query, V, Others> extends Purity {
  readonly parameters: ParametersFor<V>;
  narrow(query: Query, values: V & Partial<Others>, actor: Actor): Query | Promise<Query>;
  ignores?(values: Readonly<V>): readonly string[];
}

/** Filter of the lists of venues or organizers. */
export interface LinkedFilter<R, Query> extends ListFilter<Query> {
  /** Schemas of the members that `decorate` may return; other returned members are ignored. */
  readonly decorates?: MemberSchemas;
  /**
   * Returns members of a record in the list that depend on the request. If it throws, Kalends logs the error
   * and sends the response without these members.
   */
  decorate?(record: R, values: ParameterValues): JsonObject;
}

/** Filter of venue lists. */
export type VenueFilter = LinkedFilter<Venue, VenueQuery>;
/** Filter of organizer lists. */
export type OrganizerFilter = LinkedFilter<Organizer, LinkedQuery>;

/** Declares a filter of venue lists; the types are as in `eventFilter`. */
export const venueFilter = <V, Others = unknown>(
  filter: TypedFilter<VenueQuery, V, Others> & {
    readonly decorates?: MemberSchemas;
    decorate?(venue: Venue, values: Readonly<V>): JsonObject;
  },
): VenueFilter => filter;

/** Declares a filter of organizer lists; the types are as in `eventFilter`. */
export const organizerFilter = <V, Others = unknown>(
  filter: TypedFilter<LinkedQuery, V, Others> & {
    readonly decorates?: MemberSchemas;
    decorate?(organizer: Organizer, values: Readonly<V>): JsonObject;
  },
): OrganizerFilter => filter;

/**
 * Creates a filter with one parameter. If the parameter has a value, the filter adds conditions to the query.
 */
export const parameterFilter = <Query, T>(
  name: string,
  parameter: Parameter<T | undefined>,
  conditions: (
    value: T,
    actor: Actor,
  ) => Partial<NoInfer<Query>> | undefined | Promise<Partial<NoInfer<Query>> | undefined>,
): ListFilter<Query> => ({
  parameters: { [name]: parameter },
  pure: true,
  narrow(query, values, actor) {
    // The type is safe, because the parameter's own declaration has parsed the value.
    const value = values[name] as T | undefined;
    if (value === undefined) return query;
    const narrowed = (added: Partial<Query> | undefined): Query => ({ ...query, ...added });
    const added = conditions(value, actor);
    return isPending(added) ? added.then(narrowed) : narrowed(added);
  },
});

/**
 * Returns the parameters of all these filters, in the order of the filters. If two filters have a parameter
 * of the same name, the later one is returned.
 */
export const filterParameters = (filters: readonly Pick<ListFilter<never>, "parameters">[]): Parameters =>
  Object.assign({}, ...filters.map(({ parameters }) => parameters));

/** Applies all filters to the query, one after another. */
export const narrowAll = async <Query>(
  query: Query,
  filters: readonly Pick<ListFilter<Query>, "narrow">[],
  values: ParameterValues,
  actor: Actor,
): Promise<Query> => {
  let narrowed = query;
  for (const filter of filters) {
    const next = filter.narrow(narrowed, values, actor);
    narrowed = isPending(next) ? await next : next;
  }
  return narrowed;
};
