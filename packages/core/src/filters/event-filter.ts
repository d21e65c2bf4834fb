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
  /** The query narrowed as the request asks; the same query if it asks nothing of this filter. */
  narrow(query: EventQuery, values: ParameterValues, actor: Actor): EventQuery | Promise<EventQuery>;
  /**
   * What the list's links carry for this filter, in their order: name -> text. Without it: the values as they were sent.
   */
  links?(values: ParameterValues, actor: Actor): Readonly<Record<string, string>>;
}

/** Writes a filter with the types of its values; the parser guarantees them, which is why the cast is sound. */
export const eventFilter = <V>(filter: {
  readonly parameters: ParametersFor<V>;
  narrow(query: EventQuery, values: V, actor: Actor): EventQuery | Promise<EventQuery>;
  links?(values: V, actor: Actor): Readonly<Record<string, string>>;
}): EventFilter => filter as unknown as EventFilter;
