import { type EventFilter, type EventFilterDeps, eventFilter } from "./event-filter.ts";
import { readableIds } from "./linked-records.ts";

interface VenueValues {
  readonly venue: readonly number[] | undefined;
}

/** `venue`: events at one of these venues. Source: 10-events section 6. */
export const createVenueFilter = (deps: EventFilterDeps): EventFilter =>
  eventFilter<VenueValues>({
    parameters: {
      venue: readableIds(
        deps,
        (ids) => deps.repositories.venues.findMany(ids),
        "venue",
        "Only events at one of these venues: IDs, as an array or a comma list.",
      ),
    },
    narrow: (query, { venue }) => (venue === undefined ? query : { ...query, venueIds: venue }),
    links: ({ venue }) => ({ ...(venue !== undefined && { venue: venue.join(",") }) }),
  });
