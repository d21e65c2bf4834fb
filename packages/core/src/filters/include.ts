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
          "Only the events with these IDs, as an array or a comma list. The date filters then do not apply.",
        documented: { type: "array", items: { type: "integer" } },
        resolve: (raw) => toIdList(raw, maximumPieces(site)),
      },
    },
    narrow: (query, { include }) =>
      include === undefined ? query : { ...query, ids: include, order: "published" },
    links: ({ include }) => ({ ...(include !== undefined && { include: include.join(",") }) }),
  });
