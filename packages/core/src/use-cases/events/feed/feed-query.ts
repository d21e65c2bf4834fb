import type { FormatSubject } from "../../../plugins/event-format.ts";
import type { Repositories } from "../../../ports/store.ts";
import type { EventQuery } from "../../../queries/event-query.ts";

/** Name of the list filter that selects the events of a venue, organizer, category or tag. */
export const FILTER_OF_SUBJECT: Readonly<Record<Exclude<FormatSubject["kind"], "event">, string>> = {
  venue: "venue",
  organizer: "organizer",
  category: "categories",
  tag: "tags",
};

/**
 * Limits the query to the events of one record. For a category, this includes the events of its descendants.
 */
export const ofSubject = async (
  query: EventQuery,
  subject: FormatSubject | undefined,
  { terms }: Pick<Repositories, "terms">,
): Promise<EventQuery> => {
  switch (subject?.kind) {
    case "venue":
      return { ...query, venueIds: [subject.view.venue.id] };
    case "organizer":
      return { ...query, organizerIds: [subject.view.organizer.id] };
    case "category":
      return { ...query, categoryIds: await terms.withDescendants([subject.view.term.id]) };
    case "tag":
      return { ...query, tagIds: [subject.view.term.id] };
    default:
      return query;
  }
};
