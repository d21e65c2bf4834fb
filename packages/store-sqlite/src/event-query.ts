import { type EventQuery, hasArea, type VenueLocationFilter } from "@kalends/core";
import { hasExtension } from "./extension-values.ts";
import type { ListStatements } from "./lists.ts";
import { type Condition, every, isVisible, isWithin, oneOf, when } from "./sql.ts";
import { matchesSearch } from "./text-index.ts";
import { isLocated, placesAnywhere, placesAround } from "./venue-places.ts";

/** How the matches are found. */
interface Access {
  /**
   * Events or their links, as `m`, and the index to use; both have the columns that lists look at. Where an area is asked for,
   * `m` are events and `v` their venues' places.
   */
  readonly from: Condition;
  /** Whether `m` are links: then a list fetches the events of its page afterwards. */
  readonly isByLink: boolean;
  /** Whether an event may be found more than once. */
  readonly isRepeating: boolean;
  /** Whether rows come in the order by start, so that a page ends the search. */
  readonly isOrdered: boolean;
  readonly conditions: readonly Condition[];
}

export const toEventStatements = (query: EventQuery, isByArea: boolean): ListStatements => {
  const [starts, ends] = query.clock === "utc" ? ["utc_starts", "utc_ends"] : ["starts", "ends"];
  const { from, isByLink, isRepeating, isOrdered, conditions } = toAccess(query, isByArea);
  const where = every([
    { text: "m.hidden = 0", values: [] },
    isVisible("m", query.visible),
    ...when(query.start, (range) => isWithin(`m.${starts}`, range)),
    ...when(query.end, (range) => isWithin(`m.${ends}`, range)),
    ...when(query.featured, (featured) => ({ text: "m.featured = ?", values: [Number(featured)] })),
    ...conditions,
  ]);
  const found = `FROM ${from.text} WHERE ${where.text}`;
  const values = [...from.values, ...where.values];
  const id = isByLink ? "event_id" : "id";
  const isByDistance = query.order === "distance";
  const keys = query.order === "published" ? ["published"] : [starts, "published"];
  const order = (alias: string, id: string): string =>
    `ORDER BY ${isByDistance ? "km, " : ""}${[...keys, id].map((key) => `${alias}.${key}`).join(", ")}`;
  const page = isOrdered
    ? `SELECT m.json ${found} ${order("m", id)} LIMIT ? OFFSET ?`
    : // Sorts the keys alone; the records are fetched for the page only.
      `SELECT e.json
       FROM (SELECT ${isRepeating ? "DISTINCT " : ""}m.${id} AS id, m.${starts}, m.published${isByDistance ? ", v.km AS km" : ""}
         ${found} ${order("m", id)} LIMIT ? OFFSET ?) f
       CROSS JOIN events e ON e.id = f.id ${order("f", "id")}`;
  const total = `SELECT count(${isRepeating ? `DISTINCT m.${id}` : "*"}) ${found}`;
  return {
    page: { text: page, values },
    total: { text: total, values },
  };
};

/**
 * The most selective filter decides how events are found: by id, by area, by link, else along the dates. We say it instead of
 * leaving it to the planner, which knows no more about the data than we do. Searches and fields of plugins never lead: they
 * may match nearly everything, and testing the events of a window against them costs little more than counting them.
 */
const toAccess = (query: EventQuery, isByArea: boolean): Access => {
  const [leading, ...others] = toLinks(query);
  const { ids, location } = query;
  const hasPlaces = location !== undefined && hasArea(location);
  return leading !== undefined && ids === undefined && !hasPlaces
    ? toLinkAccess(query, leading, others)
    : toEventAccess(query, isByArea);
};

const toLinkAccess = (query: EventQuery, leading: Links, others: readonly Links[]): Access => ({
  from: { text: `${leading.table} m`, values: [] },
  isByLink: true,
  isRepeating: leading.ids.length !== 1,
  isOrdered: false,
  conditions: [
    isLink("m", leading),
    // A plus takes a condition out of the planner's choice of the way in.
    ...others.map((links) => isLinked("+m.event_id", links)),
    ...when(query.parentId, (id) => ofEvents({ text: "parent_id = ?", values: [id] })),
    ...when(query.venueIds, (list) => ofEvents(oneOf("venue_id", list))),
    ...when(query.location, (filter) =>
      isLocated("(SELECT venue_id FROM events WHERE id = m.event_id)", filter),
    ),
    ...toSearch("m.event_id", query),
  ],
});

const toEventAccess = (query: EventQuery, isByArea: boolean): Access => {
  const { ids, parentId, venueIds, location } = query;
  const isPlacesFirst = isByArea && [ids, parentId, venueIds].every((filter) => filter === undefined);
  const along = (hint: string, isOrdered = false): Access => {
    const events = `events m ${hint}`;
    return {
      from:
        location !== undefined && hasArea(location)
          ? joinPlaces(events, location, isPlacesFirst)
          : { text: events, values: [] },
      isByLink: false,
      isRepeating: false,
      isOrdered,
      conditions: [
        ...when(ids, (list) => oneOf("m.id", list)),
        ...toLinks(query).map((links) => isLinked("+m.id", links)),
        ...when(parentId, (id) => ({ text: "m.parent_id = ?", values: [id] })),
        ...when(venueIds, (list) => oneOf("m.venue_id", list)),
        ...when(location, (filter) => isLocated("m.venue_id", filter)),
        ...toSearch("m.id", query),
      ],
    };
  };
  if (ids !== undefined) return along("NOT INDEXED");
  if (parentId !== undefined) return along("INDEXED BY events_by_parent");
  if (venueIds !== undefined || isPlacesFirst) return along("INDEXED BY events_by_venue");
  const isOneStatus = query.visible.statuses.length === 1 && query.visible.own === undefined;
  const index = `events_by_${isOneStatus ? "status_" : ""}${query.clock === "utc" ? "utc_" : ""}start`;
  return along(`INDEXED BY ${index}`, query.order === "start");
};

/** The events together with the places of their venues, `v`, which lead to them or are looked up for each. */
const joinPlaces = (events: string, location: VenueLocationFilter, isPlacesFirst: boolean): Condition => {
  const { text, values } = isPlacesFirst ? placesAround(location) : placesAnywhere(location);
  const tables = isPlacesFirst ? [`${text} v`, events] : [events, `${text} v`];
  return { text: `${tables.join(" CROSS JOIN ")} ON v.id = m.venue_id`, values };
};

/** The links to any of some organizers or terms. */
interface Links {
  readonly table: "event_organizers" | "event_terms";
  readonly column: "organizer_id" | "term_id";
  readonly taxonomy?: "category" | "tag";
  readonly ids: readonly number[];
}

/** Those that a query asks for, the most selective first. */
const toLinks = ({ organizerIds, tagIds, categoryIds }: EventQuery): readonly Links[] => {
  const terms = { table: "event_terms", column: "term_id" } as const;
  return [
    ...(organizerIds
      ? [{ table: "event_organizers", column: "organizer_id", ids: organizerIds } as const]
      : []),
    ...(tagIds ? [{ ...terms, taxonomy: "tag", ids: tagIds } as const] : []),
    ...(categoryIds ? [{ ...terms, taxonomy: "category", ids: categoryIds } as const] : []),
  ];
};

const isLink = (alias: string, { column, taxonomy, ids: [first, ...rest] }: Links): Condition =>
  every([
    first !== undefined && rest.length === 0
      ? { text: `${alias}.${column} = ?`, values: [first] }
      : oneOf(`${alias}.${column}`, first === undefined ? [] : [first, ...rest]),
    ...when(taxonomy, (name) => ({ text: `${alias}.taxonomy = ?`, values: [name] })),
  ]);

const isLinked = (id: string, links: Links): Condition => {
  const { text, values } = isLink("o", links);
  return { text: `${id} IN (SELECT o.event_id FROM ${links.table} o WHERE ${text})`, values };
};

/** A condition on what only the row of the event tells. */
const ofEvents = ({ text, values }: Condition): Condition => ({
  text: `+m.event_id IN (SELECT id FROM events WHERE ${text})`,
  values,
});

/** What never leads. */
const toSearch = (id: string, { search, extensions = [] }: EventQuery): readonly Condition[] => [
  ...extensions.map((filter) => hasExtension(id, filter)),
  ...when(search, (wanted) => matchesSearch("event", id, wanted)),
];
