import { EXAMPLE_IDS } from "../parameters/example-ids.ts";
import { maximumPieces, toIdList } from "../parameters/lists.ts";
import { type EventFilter, type EventFilterDeps, eventFilter } from "./event-filter.ts";

export interface IncludeValues {
  readonly include: readonly number[] | undefined;
}

/**
 * `include`: these events only, by publication date; the date filters look at it and stand back (D16). Unknown ids are
 * simply absent. Source: 10-events sections 6 and 7.
 */
export const createIncludeFilter = ({ site }: Pick<EventFilterDeps, "site">): EventFilter =>
  eventFilter<IncludeValues>({
    parameters: {
      include: {
        description:
          "Only the events with these ids, as an array or a comma list, by publication date. No date filter applies then, and unknown ids are simply absent.",
        documented: {
          type: "array",
          items: { type: "integer" },
          maxItems: maximumPieces(site),
          example: [EXAMPLE_IDS.event],
        },
        resolve: (raw) => toIdList(raw, maximumPieces(site)),
      },
    },
    narrow: (query, { include }) =>
      include === undefined ? query : { ...query, ids: include, order: "published" },
    links: ({ include }) => ({ ...(include !== undefined && { include: include.join(",") }) }),
  });
