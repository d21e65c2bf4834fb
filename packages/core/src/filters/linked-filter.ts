import type { Organizer } from "../model/organizer.ts";
import type { JsonObject } from "../model/post.ts";
import type { LinkedQuery, VenueQuery } from "../model/queries.ts";
import type { Venue } from "../model/venue.ts";
import type { ParameterValues } from "../parameter.ts";
import type { MemberSchemas } from "../plugins/record-members.ts";
import type { TypedFilter } from "./event-filter.ts";
import type { ListFilter } from "./list-filter.ts";

/** A filter of the lists of venues or organizers. */
export interface LinkedFilter<R, Query> extends ListFilter<Query> {
  /** The members that `decorate` may add; others are left out. */
  readonly decorates?: MemberSchemas;
  /** Asked for each listed record; failures are logged and add nothing. */
  decorate?(record: R, values: ParameterValues): JsonObject;
}

export type VenueFilter = LinkedFilter<Venue, VenueQuery>;
export type OrganizerFilter = LinkedFilter<Organizer, LinkedQuery>;

/** As `eventFilter`, for lists of venues. */
export const venueFilter = <V, Others = unknown>(
  filter: TypedFilter<VenueQuery, V, Others> & {
    readonly decorates?: MemberSchemas;
    decorate?(venue: Venue, values: V): JsonObject;
  },
): VenueFilter => filter as unknown as VenueFilter;

/** As `eventFilter`, for lists of organizers. */
export const organizerFilter = <V, Others = unknown>(
  filter: TypedFilter<LinkedQuery, V, Others> & {
    readonly decorates?: MemberSchemas;
    decorate?(organizer: Organizer, values: V): JsonObject;
  },
): OrganizerFilter => filter as unknown as OrganizerFilter;
