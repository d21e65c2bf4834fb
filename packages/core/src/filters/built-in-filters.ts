import { createCategoriesFilter } from "./categories.ts";
import { createDateLimitsFilter } from "./date-limits.ts";
import { createDatesFilter } from "./dates.ts";
import type { EventFilter, EventFilterDeps } from "./event-filter.ts";
import { createFeaturedFilter } from "./featured.ts";
import { createGeolocationPlaceholder, GEOLOCATION_PARAMETERS } from "./geolocation.ts";
import { createIncludeFilter } from "./include.ts";
import { createOrganizerFilter } from "./organizer.ts";
import { createPostParentFilter } from "./post-parent.ts";
import { createSearchFilter } from "./search.ts";
import { createStatusFilter } from "./status.ts";
import { createTagsFilter } from "./tags.ts";
import { createTicketedFilter } from "./ticketed.ts";
import { createVenueFilter } from "./venue.ts";

/**
 * The filters every calendar has, in the order of the documentation (10-events section 2). The placeholder for
 * geolocation is left out when one of `others`, the filters of plugins, has its parameters (90-decisions P7).
 */
export const builtInFilters = (
  deps: EventFilterDeps,
  others: readonly EventFilter[] = [],
): readonly EventFilter[] => {
  const isTaken = others.some(({ parameters }) => GEOLOCATION_PARAMETERS.some((name) => name in parameters));
  return [
    createDatesFilter(deps),
    createSearchFilter(),
    createCategoriesFilter(deps),
    createTagsFilter(deps),
    createVenueFilter(deps),
    createOrganizerFilter(deps),
    createFeaturedFilter(),
    createStatusFilter(deps),
    ...(isTaken ? [] : [createGeolocationPlaceholder()]),
    createIncludeFilter(deps),
    createPostParentFilter(deps),
    createDateLimitsFilter(deps),
    createTicketedFilter(),
  ];
};
