import { toTextSearch } from "../model/text-search.ts";
import { MAX_SEARCH_LENGTH, text } from "../parameters/scalars.ts";
import { type EventFilter, eventFilter } from "./event-filter.ts";

interface SearchValues {
  readonly search: string | undefined;
}

/** `search`: words and phrases in title, excerpt and description. Source: 10-events section 6, 90-decisions P17. */
export const createSearchFilter = (): EventFilter =>
  eventFilter<SearchValues>({
    parameters: {
      search: text(
        {
          description:
            'Only events with all these words in their title, description or excerpt, whatever the case and the accents; "quoted words" stand together.',
          documented: { example: "jazz" },
        },
        MAX_SEARCH_LENGTH,
      ),
    },
    narrow: (query, { search }) =>
      search === undefined ? query : { ...query, search: toTextSearch(search) },
    links: ({ search }) => ({ ...(search !== undefined && { search }) }),
  });
