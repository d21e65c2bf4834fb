import { parseMoment } from "../model/date-parsing/parse-date.ts";
import type { WallClock } from "../model/time/wall-clock.ts";
import type { Parameter } from "../parameter.ts";
import { maxListEntries, toIdList } from "../parameters/lists.ts";
import { flag, refuse } from "../parameters/scalars.ts";
import type { EventQuery } from "../queries/event-query.ts";
import type { PostConditions } from "../queries/member-order.ts";
import { can } from "../rights/actor.ts";
import { type EventFilter, type FilterDeps, type ListFilter, parameterFilter } from "./list-filter.ts";

/** Parsed time, with the text with which links to other pages repeat it. */
interface SentTime {
  readonly utc: WallClock;
  readonly sent: string;
}

interface ModifiedValues {
  readonly modified_after?: SentTime | undefined;
  readonly modified_before?: SentTime | undefined;
}

/**
 * Returns the filters by author, time of the last change and image, which all lists of posts have.
 * Source: rules/orders.md#filter-author, rules/orders.md#filter-modified, rules/orders.md#filter-has-image.
 */
export const createPostFilters = <Query extends PostConditions>({
  clock,
  site,
}: Pick<FilterDeps, "clock" | "site">): readonly ListFilter<Query>[] => {
  const time = (name: keyof ModifiedValues): Parameter<SentTime | undefined> => ({
    description: `parameter.${name}`,
    documented: { type: "string", example: "2031-05-16T08:00:00Z" },
    resolve(raw) {
      const isText = typeof raw === "string" || typeof raw === "number";
      const moment = isText ? parseMoment(String(raw), site.timezone, clock) : undefined;
      if (moment === undefined) return refuse("not-a-date");
      return { value: { utc: moment.utc, sent: `${moment.utc.replace(" ", "T")}Z` } };
    },
  });
  const author: Parameter<readonly number[] | undefined> = {
    description: "parameter.author",
    documented: {
      type: "array",
      items: { type: "integer" },
      maxItems: maxListEntries(site),
      example: [1],
    },
    resolve: (raw) => toIdList(raw, maxListEntries(site)),
  };
  return [
    parameterFilter<Query, readonly number[]>("author", author, (authors) => ({ authors }) as Partial<Query>),
    {
      parameters: { modified_after: time("modified_after"), modified_before: time("modified_before") },
      pure: true,
      narrow(query, values) {
        // The type is safe, because the declarations above have parsed the values.
        const { modified_after: after, modified_before: before } = values as ModifiedValues;
        if (after === undefined && before === undefined) return query;
        const modified = { ...(after && { after: after.utc }), ...(before && { before: before.utc }) };
        return { ...query, modified };
      },
    },
    parameterFilter<Query, boolean>(
      "has_image",
      flag({ description: "parameter.has_image" }),
      (hasImage) => ({ hasImage }) as Partial<Query>,
    ),
  ];
};

const HIDDEN: Parameter<EventQuery["hidden"]> = {
  type: "string",
  description: "parameter.events.hidden",
  documented: { enum: ["include", "only"], example: "include" },
  resolve(raw, { actor }) {
    if (!can(actor, "edit")) return refuse("forbidden-filter");
    return raw === "include" || raw === "only" ? { value: raw } : refuse("not-acceptable");
  },
};

/**
 * Filter that lists events hidden from lists. It refuses callers without the capability `edit`.
 * Source: rules/orders.md#filter-hidden.
 */
export const HIDDEN_FILTER: EventFilter = parameterFilter("hidden", HIDDEN, (hidden) => ({ hidden }));
