import type { LinkedQuery, TermQuery, VenueQuery } from "@kalends/core/storage";
import fc from "fast-check";
import {
  type Always,
  clock,
  extensions,
  externalId,
  location,
  MAX,
  nearby,
  origin,
  POST_MEMBERS,
  page,
  perPage,
  type Sometimes,
  some,
  statuses,
  termIds,
  visible,
  wallClock,
  word,
} from "./arbitrary-queries.ts";
import { CATEGORY_COUNT, FIRST, LINKED_COUNT } from "./dataset.ts";
import { LAST_EVENT } from "./series-dataset.ts";

/** Filters of lists of venues or organizers. */
export const LINKED_MEMBERS: Sometimes<LinkedQuery> = {
  search: fc.array(word, { maxLength: 2 }),
  eventId: fc.integer({ min: FIRST.event, max: LAST_EVENT }),
  events: fc.record({ linked: fc.constantFrom("any" as const, "none" as const), visible }),
  upcoming: fc.record({ from: wallClock, clock, visible }),
  extensions,
  // Ids of venues and of organizers.
  externalId: fc.oneof(externalId(FIRST.venue, LINKED_COUNT), externalId(FIRST.organizer, LINKED_COUNT)),
  origin,
  order: fc.record({
    by: fc.constantFrom("title", "modified", "date", "id", "relevance"),
    descending: fc.boolean(),
  }),
  ...POST_MEMBERS,
};

export const LINKED_BASE: Always<LinkedQuery> = { visible, page, perPage };

export const linkedQuery: fc.Arbitrary<LinkedQuery> = fc
  .tuple(fc.record(LINKED_BASE), some<LinkedQuery>(LINKED_MEMBERS, MAX))
  .map(([base, members]) => ({ ...base, ...members }));

/** Filters that only lists of venues have. */
export const VENUE_MEMBERS: Sometimes<Omit<VenueQuery, keyof LinkedQuery>> = { location };

export const venueQuery: fc.Arbitrary<VenueQuery> = fc
  .tuple(linkedQuery, location)
  .map(([query, where]) => ({ ...query, location: where }));

export const nearbyVenueQuery: fc.Arbitrary<VenueQuery> = fc
  .tuple(linkedQuery, nearby)
  .map(([query, near]) => ({ ...query, ...near }));

/** Filters of term lists. */
export const TERM_MEMBERS: Sometimes<TermQuery> = {
  search: word,
  ids: termIds,
  excludeIds: termIds,
  slug: fc
    .integer({ min: 0, max: 40 })
    .chain((number) => fc.constantFrom(`c-${number}`, `t-${number}`, `C-${number}`)),
  externalId: externalId(FIRST.category, CATEGORY_COUNT),
  parentId: fc.integer({ min: 0, max: FIRST.category + CATEGORY_COUNT }),
  eventId: fc.integer({ min: FIRST.event, max: LAST_EVENT }),
};

export const TERM_BASE: Always<TermQuery> = {
  taxonomy: fc.constantFrom("category" as const, "tag" as const),
  hideEmpty: fc.boolean(),
  countedStatuses: statuses,
  order: fc.record({
    by: fc.constantFrom("id", "name", "slug", "description", "count", "parent", "ids") as fc.Arbitrary<
      TermQuery["order"]["by"]
    >,
    descending: fc.boolean(),
  }),
  page,
  perPage,
};

export const termQuery: fc.Arbitrary<TermQuery> = fc
  .tuple(fc.record(TERM_BASE), some<TermQuery>(TERM_MEMBERS, MAX))
  .map(([base, members]) => ({ ...base, ...members }));
