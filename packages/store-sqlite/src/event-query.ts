import type { EventQuery } from "@kalends/core";
import { type Condition, every, isVisible, isWithin, oneOf, type Statement, toLimit, when } from "./sql.ts";
import { holdsAll, lacks } from "./text-index.ts";

/** Which index leads to the events, and which conditions it answers. */
interface Access {
  readonly hint: string;
  /** Whether rows come in the order by start, so that a page ends the search. */
  readonly isOrdered: boolean;
  readonly conditions: readonly Condition[];
}

/** One statement for the page and one for the number of all matches. */
export const toEventStatements = (
  query: EventQuery,
): { readonly page: Statement; readonly total: Statement } => {
  const [starts, ends] = query.clock === "utc" ? ["utc_starts", "utc_ends"] : ["starts", "ends"];
  const { hint, isOrdered, conditions } = toAccess(query);
  const where = every([
    { text: "e.hidden = 0", values: [] },
    isVisible("e", query.visible),
    ...when(query.start, (range) => isWithin(`e.${starts}`, range)),
    ...when(query.end, (range) => isWithin(`e.${ends}`, range)),
    ...when(query.featured, (featured) => ({ text: "e.featured = ?", values: [Number(featured)] })),
    ...conditions,
  ]);
  const from = `FROM events e ${hint} WHERE ${where.text}`;
  const values = [...where.values, ...toLimit(query)];
  const keys = query.order === "start" ? [starts, "published", "id"] : ["published", "id"];
  const order = (alias: string): string => `ORDER BY ${keys.map((key) => `${alias}.${key}`).join(", ")}`;
  return {
    page: isOrdered
      ? { text: `SELECT e.json ${from} ${order("e")} LIMIT ? OFFSET ?`, values }
      : {
          // Sorts the keys alone; the records are fetched for the page only.
          text: `SELECT d.json
            FROM (SELECT e.id, e.${starts}, e.published ${from} ${order("e")} LIMIT ? OFFSET ?) found
            CROSS JOIN events d ON d.id = found.id ${order("found")}`,
          values,
        },
    total: { text: `SELECT count(*) ${from}`, values: where.values },
  };
};

/**
 * The most selective filter decides how events are found: by id, by link, else along the dates. We say it instead of leaving
 * it to the planner, which knows no more about the data than we do. A search never leads: it may match nearly everything,
 * and testing the events of a window against its matches costs little more than counting them.
 */
const toAccess = (query: EventQuery): Access => {
  const { ids, search, parentId, venueIds } = query;
  const { all = [], none = [] } = search ?? {};
  const idLists = [
    ...when(ids, (list) => oneOf("e.id", list)),
    ...when(query.organizerIds, (list) => linked("event_organizers", "organizer_id", list)),
    ...when(query.tagIds, (list) => linked("event_terms", "taxonomy = 'tag' AND term_id", list)),
    ...when(query.categoryIds, (list) => linked("event_terms", "taxonomy = 'category' AND term_id", list)),
  ];
  const others = [
    ...when(parentId, (id) => ({ text: "e.parent_id = ?", values: [id] })),
    ...when(venueIds, (list) => oneOf("e.venue_id", list)),
    ...(all.length === 0 ? [] : [holdsAll("event", "e.id", all)]),
    ...none.map((fragment) => lacks("event", "e.id", fragment)),
  ];
  const [first, ...rest] = idLists;
  if (first !== undefined) {
    // A plus takes a condition out of the planner's choice of the way in.
    const conditions = [first, ...rest.map(({ text, values }) => ({ text: `+${text}`, values })), ...others];
    return { hint: "NOT INDEXED", isOrdered: false, conditions };
  }
  if (parentId !== undefined) {
    return { hint: "INDEXED BY events_by_parent", isOrdered: false, conditions: others };
  }
  if (venueIds !== undefined) {
    return { hint: "INDEXED BY events_by_venue", isOrdered: false, conditions: others };
  }
  const isOneStatus = query.visible.statuses.length === 1 && query.visible.own === undefined;
  const index = `events_by_${isOneStatus ? "status_" : ""}${query.clock === "utc" ? "utc_" : ""}start`;
  return { hint: `INDEXED BY ${index}`, isOrdered: query.order === "start", conditions: others };
};

const linked = (
  table: "event_organizers" | "event_terms",
  column: string,
  ids: readonly number[],
): Condition => {
  const { text, values } = oneOf(column, ids);
  return { text: `e.id IN (SELECT event_id FROM ${table} WHERE ${text})`, values };
};
