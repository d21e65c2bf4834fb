import { type EventFilter, type EventFilterDeps, eventFilter } from "./event-filter.ts";
import { readableIds } from "./linked-records.ts";

interface OrganizerValues {
  readonly organizer: readonly number[] | undefined;
}

/** `organizer`: events of one of these organizers. Source: 10-events section 6. */
export const createOrganizerFilter = (deps: EventFilterDeps): EventFilter =>
  eventFilter<OrganizerValues>({
    parameters: {
      organizer: readableIds(
        deps,
        (ids) => deps.repositories.organizers.findMany(ids),
        "organizer",
        "Only events of one of these organizers: IDs, as an array or a comma list.",
      ),
    },
    narrow: (query, { organizer }) =>
      organizer === undefined ? query : { ...query, organizerIds: organizer },
    links: ({ organizer }) => ({ ...(organizer !== undefined && { organizer: organizer.join(",") }) }),
  });
