import { type TermSelection, termSelection } from "../parameters/term-selection.ts";
import { type EventFilter, type EventFilterDeps, eventFilter } from "./event-filter.ts";

interface TagValues {
  readonly tags: TermSelection | undefined;
}

/** `tags`: events with one of them. Source: 10-events section 6, 90-decisions P23. */
export const createTagsFilter = (deps: EventFilterDeps): EventFilter =>
  eventFilter<TagValues>({
    parameters: {
      tags: termSelection(
        deps,
        "tag",
        "Only events with one of these tags: IDs or slugs, as an array or a comma list.",
      ),
    },
    narrow: (query, { tags }) => (tags === undefined ? query : { ...query, tagIds: tags.ids }),
    links: ({ tags }) => ({ ...(tags !== undefined && { tags: tags.link }) }),
  });
