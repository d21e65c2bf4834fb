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

/** A filter of a list: the built-in ones and those of plugins are written alike. */
export interface ListFilter<Query> extends Purity {
  readonly parameters: Parameters;
  /**
   * The query with the conditions of this filter; the same query if the request has no value for it. `values` are those of
   * every filter of the list, by parameter name, so that one may yield to another: dates do where `include` is given.
   */
  narrow(query: Query, values: ParameterValues, actor: Actor): Query | Promise<Query>;
  /** Parameters that were sent but have no effect (rules/interface.md#ignored-parameters). */
  ignores?(values: ParameterValues): readonly string[];
}

/** What a filter is made from. */
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

/** A filter of event lists. */
export interface EventFilter extends ListFilter<EventQuery> {
  /** The members that `decorate` may add; others are left out. */
  readonly decorates?: { readonly event?: MemberSchemas; readonly venue?: MemberSchemas };
  /** Called for each listed event, with its venue when the caller may see one; failures are logged and add nothing. */
  decorate?(event: CalendarEvent, venue: Venue | undefined, values: ParameterValues): EventDecoration;
}

/**
 * Writes a filter with the types of its own values `V` and of the values of other filters that it reads, `Others`; the
 * parser guarantees them. Values of other filters may be absent.
 */
export const eventFilter = <V, Others = unknown>(
  filter: TypedFilter<EventQuery, V, Others> &
    Pick<EventFilter, "decorates"> & {
      decorate?(event: CalendarEvent, venue: Venue | undefined, values: Readonly<V>): EventDecoration;
    },
): EventFilter => filter;

/** A filter that knows the types of its values. */
interface TypedFilter<Query, V, Others> extends Purity {
  readonly parameters: ParametersFor<V>;
  narrow(query: Query, values: V & Partial<Others>, actor: Actor): Query | Promise<Query>;
  ignores?(values: Readonly<V>): readonly string[];
}

/** A filter of the lists of venues or organizers. */
export interface LinkedFilter<R, Query> extends ListFilter<Query> {
  /** The members that `decorate` may add; others are left out. */
  readonly decorates?: MemberSchemas;
  /** Called for each listed record; failures are logged and add nothing. */
  decorate?(record: R, values: ParameterValues): JsonObject;
}

export type VenueFilter = LinkedFilter<Venue, VenueQuery>;
export type OrganizerFilter = LinkedFilter<Organizer, LinkedQuery>;

/** As `eventFilter`, for lists of venues. */
export const venueFilter = <V, Others = unknown>(
  filter: TypedFilter<VenueQuery, V, Others> & {
    readonly decorates?: MemberSchemas;
    decorate?(venue: Venue, values: Readonly<V>): JsonObject;
  },
): VenueFilter => filter;

/** As `eventFilter`, for lists of organizers. */
export const organizerFilter = <V, Others = unknown>(
  filter: TypedFilter<LinkedQuery, V, Others> & {
    readonly decorates?: MemberSchemas;
    decorate?(organizer: Organizer, values: Readonly<V>): JsonObject;
  },
): OrganizerFilter => filter;

/** A filter of one parameter, which adds conditions to the query where it has a value. */
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
    // The parser made it from the declaration.
    const value = values[name] as T | undefined;
    if (value === undefined) return query;
    const narrowed = (added: Partial<Query> | undefined): Query => ({ ...query, ...added });
    const added = conditions(value, actor);
    return isPending(added) ? added.then(narrowed) : narrowed(added);
  },
});

/** The parameters of all these filters, in their order. */
export const filterParameters = (filters: readonly Pick<ListFilter<never>, "parameters">[]): Parameters =>
  Object.assign({}, ...filters.map(({ parameters }) => parameters));

/** The query as each filter in turn narrows it. */
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
