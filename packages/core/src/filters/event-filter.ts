import type { Actor } from "../model/actor.ts";
import type { EventQuery } from "../model/queries.ts";
import type { SiteSettings } from "../model/site.ts";
import type { Parameters, ParametersFor, ParameterValues } from "../parameter.ts";
import type { Clock } from "../ports/clock.ts";
import type { PostStatuses } from "../ports/post-statuses.ts";
import type { Repositories } from "../ports/store.ts";

/** What a filter is made from. */
export interface EventFilterDeps {
  readonly repositories: Repositories;
  readonly postStatuses: PostStatuses;
  readonly clock: Clock;
  readonly site: SiteSettings;
}

/** A filter of event lists: the built-in ones and those of plugins are written alike. */
export interface EventFilter {
  readonly parameters: Parameters;
  /**
   * The query narrowed as the request asks; the same query if it asks nothing of this filter. `values` are those of every
   * filter of the list, by parameter name, so that one may stand back for another: dates do where `include` is given.
   */
  narrow(query: EventQuery, values: ParameterValues, actor: Actor): EventQuery | Promise<EventQuery>;
  /**
   * What the list's links carry for this filter, in their order: name -> text. Without it: the values as they were
   * parsed, those that are texts, numbers, booleans or lists of these.
   */
  links?(values: ParameterValues, actor: Actor): Readonly<Record<string, string>>;
  /** Names of parameters that were sent but have no effect; the caller is told (90-decisions P7). */
  ignores?(values: ParameterValues): readonly string[];
}

/**
 * Writes a filter with the types of its own values `V` and of the values of other filters that it looks at, `Others`; the
 * parser guarantees them, which is why the cast is sound. Whatever it looks at of others may be absent.
 */
export const eventFilter = <V, Others = unknown>(filter: {
  readonly parameters: ParametersFor<V>;
  narrow(query: EventQuery, values: V & Partial<Others>, actor: Actor): EventQuery | Promise<EventQuery>;
  links?(values: V & Partial<Others>, actor: Actor): Readonly<Record<string, string>>;
  ignores?(values: V): readonly string[];
}): EventFilter => filter as unknown as EventFilter;
