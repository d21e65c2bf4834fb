import { flag } from "../parameters/scalars.ts";
import { type EventFilter, eventFilter } from "./event-filter.ts";

interface FeaturedValues {
  readonly featured: boolean | undefined;
}

/** `featured`: true, the featured events; false, the others. Source: 10-events section 6. */
export const createFeaturedFilter = (): EventFilter =>
  eventFilter<FeaturedValues>({
    parameters: {
      featured: flag({ description: "Only featured events (true), or only those that are not (false)." }),
    },
    narrow: (query, { featured }) => (featured === undefined ? query : { ...query, featured }),
    links: ({ featured }) => ({ ...(featured !== undefined && { featured: featured ? "1" : "0" }) }),
  });
