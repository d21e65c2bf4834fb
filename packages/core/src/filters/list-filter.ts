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

/** A filter of a list. Built-in filters and those of plugins implement the same interface. */
export interface ListFilter<Query> extends Purity {
  /**
   * Parameters of the list, by name. Kalends parses them first, publishes them in the index and the OpenAPI document, and keeps them in links
   * to other pages of the list. Values other than texts, numbers, booleans and lists of these are kept in links by their member `sent`.
   */
  readonly parameters: Parameters;
  /**
   * Returns the query with the conditions of this filter; the same query if the request has no value for it. Add to `extensions`, do not replace it: other
   * filters add conditions too. A query has one order; the last filter that sets it wins, so set it only if the request asks for it.
   *
   * `values` has the values of all filters of the list, by parameter name. Throw `invalidParameter` to refuse a request.
   */
  narrow(query: Query, values: ParameterValues, actor: Actor): Query | Promise<Query>;
  /** Names the parameters that have no effect in this request; the response lists them in `X-Kalends-Ignored` (rules/interface.md#ignored-parameters). */
  ignores?(values: ParameterValues): readonly string[];
}

/** Dependencies of filters. */
export interface FilterDeps {
  readonly repositories: Repositories;
  readonly postStatuses: PostStatuses;
  readonly clock: Clock;
  readonly site: SiteSettings;
}

/** Members that a filter adds to a listed event and its venue, such as a distance. */
export interface EventDecoration {
  readonly event?: JsonObject;
  readonly venue?: JsonObject;
}

/** Filter of event lists. */
export interface EventFilter extends ListFilter<EventQuery> {
  /** Members that `decorate` may return, each with its schema; others are left out. */
  readonly decorates?: { readonly event?: MemberSchemas; readonly venue?: MemberSchemas };
  /**
   * Returns members that depend on the request. Called for each listed event, with its venue if the caller may see one. An error is logged and
   * the response goes out without these members.
   */
  decorate?(event: CalendarEvent, venue: Venue | undefined, values: ParameterValues): EventDecoration;
}

/**
 * Declares an event filter with the types of its values. The compiler checks `parameters` against `V`. `Others` are values of other filters that it
 * reads; they may be absent.
 */
export const eventFilter = <V, Others = unknown>(
  filter: TypedFilter<EventQuery, V, Others> &
    Pick<EventFilter, "decorates"> & {
      decorate?(event: CalendarEvent, venue: Venue | undefined, values: Readonly<V>): EventDecoration;
    },
): EventFilter => filter;

/** Filter with typed values. */
interface TypedFilter<Query, V, Others> extends Purity {
  readonly parameters: ParametersFor<V>;
  narrow(query: Query, values: V & Partial<Others>, actor: Actor): Query | Promise<Query>;
  ignores?(values: Readonly<V>): readonly string[];
}

/** Filter of the lists of venues or organizers. */
export interface LinkedFilter<R, Query> extends ListFilter<Query> {
  /** Members that `decorate` may return, each with its schema; others are left out. */
  readonly decorates?: MemberSchemas;
  /** Returns members of a listed record that depend on the request. An error is logged and adds nothing. */
  decorate?(record: R, values: ParameterValues): JsonObject;
}

/** A filter of venue lists. */
export type VenueFilter = LinkedFilter<Venue, VenueQuery>;
/** A filter of organizer lists. */
export type OrganizerFilter = LinkedFilter<Organizer, LinkedQuery>;

/** Declares a filter of venue lists, like `eventFilter`. */
export const venueFilter = <V, Others = unknown>(
  filter: TypedFilter<VenueQuery, V, Others> & {
    readonly decorates?: MemberSchemas;
    decorate?(venue: Venue, values: Readonly<V>): JsonObject;
  },
): VenueFilter => filter;

/** Declares a filter of organizer lists, like `eventFilter`. */
export const organizerFilter = <V, Others = unknown>(
  filter: TypedFilter<LinkedQuery, V, Others> & {
    readonly decorates?: MemberSchemas;
    decorate?(organizer: Organizer, values: Readonly<V>): JsonObject;
  },
): OrganizerFilter => filter;

/** Returns a filter of one parameter, which adds conditions to the query if it has a value. */
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
    // The parser created the value from the declaration.
    const value = values[name] as T | undefined;
    if (value === undefined) return query;
    const narrowed = (added: Partial<Query> | undefined): Query => ({ ...query, ...added });
    const added = conditions(value, actor);
    return isPending(added) ? added.then(narrowed) : narrowed(added);
  },
});

/** Returns the parameters of all these filters, in their order. */
export const filterParameters = (filters: readonly Pick<ListFilter<never>, "parameters">[]): Parameters =>
  Object.assign({}, ...filters.map(({ parameters }) => parameters));

/** Applies all filters to the query in turn. */
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
