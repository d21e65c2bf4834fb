import type { Actor } from "../model/actor.ts";
import type { CalendarEvent } from "../model/event.ts";
import type { JsonObject } from "../model/post.ts";
import type { EventQuery } from "../model/queries.ts";
import type { SiteSettings } from "../model/site.ts";
import type { Venue } from "../model/venue.ts";
import type { ParametersFor, ParameterValues } from "../parameter.ts";
import type { MemberSchemas } from "../plugins/record-members.ts";
import type { Clock } from "../ports/clock.ts";
import type { PostStatuses } from "../ports/post-statuses.ts";
import type { Repositories } from "../ports/store.ts";
import type { ListFilter } from "./list-filter.ts";

/** What a filter is made from. */
export interface EventFilterDeps {
  readonly repositories: Repositories;
  readonly postStatuses: PostStatuses;
  readonly clock: Clock;
  readonly site: SiteSettings;
}

/** Members that a filter adds to what a list shows because of what was asked, such as a distance. */
export interface EventDecoration {
  readonly event?: JsonObject;
  readonly venue?: JsonObject;
}

/** A filter of event lists. */
export interface EventFilter extends ListFilter<EventQuery> {
  /** The members that `decorate` may add; others are left out. */
  readonly decorates?: { readonly event?: MemberSchemas; readonly venue?: MemberSchemas };
  /** Asked for each listed event, with its venue when the caller may see one; failures are logged and add nothing. */
  decorate?(event: CalendarEvent, venue: Venue | undefined, values: ParameterValues): EventDecoration;
}

/**
 * Writes a filter with the types of its own values `V` and of the values of other filters that it looks at, `Others`; the
 * parser guarantees them, which is why the cast is sound. Whatever it looks at of others may be absent.
 */
export const eventFilter = <V, Others = unknown>(
  filter: TypedFilter<EventQuery, V, Others> & {
    readonly decorates?: EventFilter["decorates"];
    decorate?(event: CalendarEvent, venue: Venue | undefined, values: V): EventDecoration;
  },
): EventFilter => filter as unknown as EventFilter;

/** A filter that knows the types of its values. */
export interface TypedFilter<Query, V, Others> {
  readonly parameters: ParametersFor<V>;
  narrow(query: Query, values: V & Partial<Others>, actor: Actor): Query | Promise<Query>;
  links?(values: V & Partial<Others>, actor: Actor): Readonly<Record<string, string>>;
  ignores?(values: V): readonly string[];
}
