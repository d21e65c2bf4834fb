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
import type { PostStatuses } from "../rights/post-statuses.ts";

/** Filter of a list; built-in filters and those of plugins have the same form. */
export interface ListFilter<Query> extends Purity {
  readonly parameters: Parameters;
  /**
   * Returns the query with the conditions of this filter, or the same query if the request has no value for
   * it. `values` contains the values of all filters of the list, by parameter name. One filter can thus
   * depend on another: `include` switches dates off.
   */
  narrow(query: Query, values: ParameterValues, actor: Actor): Query | Promise<Query>;
  /** Returns parameters that were sent but have no effect (rules/interface.md#ignored-parameters). */
  ignores?(values: ParameterValues): readonly string[];
}

/** Dependencies of filters. */
export interface FilterDeps {
  readonly repositories: Repositories;
  readonly postStatuses: PostStatuses;
  readonly clock: Clock;
  readonly site: SiteSettings;
}

/** Members that a filter adds to each listed record, such as a distance. */
export interface EventDecoration {
  readonly event?: JsonObject;
  readonly venue?: JsonObject;
}

/** Filter of event lists. */
export interface EventFilter extends ListFilter<EventQuery> {
  /** Members that `decorate` may add; others are left out. */
  readonly decorates?: { readonly event?: MemberSchemas; readonly venue?: MemberSchemas };
  /**
   * Called for each listed event, with its venue if the caller may see one. Errors are logged and add
   * nothing.
   */
  decorate?(event: CalendarEvent, venue: Venue | undefined, values: ParameterValues): EventDecoration;
}

/**
 * Returns a filter with typed values: its own values `V` and the values `Others` of other filters that it
 * reads. The parser guarantees the types. Values of other filters may be absent.
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
  /** Members that `decorate` may add; others are left out. */
  readonly decorates?: MemberSchemas;
  /** Called for each listed record. Errors are logged and add nothing. */
  decorate?(record: R, values: ParameterValues): JsonObject;
}

export type VenueFilter = LinkedFilter<Venue, VenueQuery>;
export type OrganizerFilter = LinkedFilter<Organizer, LinkedQuery>;

/** Same as `eventFilter`, for lists of venues. */
export const venueFilter = <V, Others = unknown>(
  filter: TypedFilter<VenueQuery, V, Others> & {
    readonly decorates?: MemberSchemas;
    decorate?(venue: Venue, values: Readonly<V>): JsonObject;
  },
): VenueFilter => filter;

/** Same as `eventFilter`, for lists of organizers. */
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
