import { type EventQuery, hasArea, type Taxonomy } from "@kalends/core";
import type { ListStatements } from "../repositories/records.ts";
import { hasExtension } from "./extension-values.ts";
import { every, isVisible, isWithin, oneOf, raw, type Sql, sql, when } from "./sql.ts";
import { matchesSearch } from "./text-index.ts";
import { isLocated, locatedVenues, withLocations } from "./venue-locations.ts";

/** How the matches are found. */
interface Access {
  /**
   * Events or their links, as `m`, and the index to use; both have the columns that lists look at. Where an area is asked for,
   * `m` are events and `v` the locations of their venues.
   */
  readonly from: Sql;
  readonly conditions: readonly Sql[];
  /** Whether `m` are links: then a list fetches the events of its page afterwards. */
  readonly isByLink?: boolean;
  /** Whether an event may be found more than once. */
  readonly isRepeating?: boolean;
}

export const toEventStatements = (query: EventQuery, isByArea: boolean): ListStatements => {
  const [starts, ends] = query.clock === "utc" ? ["utc_starts", "utc_ends"] : ["starts", "ends"];
  const { from, conditions, isByLink, isRepeating } = toAccess(query, isByArea);
  const where = every([
    raw("m.hidden = 0"),
    isVisible("m", query.visible),
    ...when(query.start, (range) => isWithin(`m.${starts}`, range)),
    ...when(query.end, (range) => isWithin(`m.${ends}`, range)),
    ...when(query.featured, (featured) => sql`m.featured = ${Number(featured)}`),
    ...conditions,
  ]);
  const found = sql`FROM ${from} WHERE ${where}`;
  const id = isByLink ? "event_id" : "id";
  const isByDistance = query.order === "distance";
  const keys = query.order === "published" ? ["published"] : [starts, "published"];
  const order = raw(
    `ORDER BY ${isByDistance ? "km, " : ""}${[...keys, id].map((key) => `m.${key}`).join(", ")}`,
  );
  const columns = `m.${id} AS id, m.${starts}, m.published${isByDistance ? ", v.km AS km" : ""}`;
  return {
    page: sql`SELECT ${raw(isRepeating ? "DISTINCT " : "")}${raw(columns)} ${found} ${order} LIMIT ? OFFSET ?`,
    total: sql`SELECT count(${raw(isRepeating ? `DISTINCT m.${id}` : "*")}) ${found}`,
  };
};

/**
 * The most selective filter decides how events are found: by id, by area, by link, else along the dates. It is named instead of
 * leaving it to the planner, which knows no more about the data than we do. Searches and fields of plugins never lead: they
 * may match nearly everything, and testing the events of a window against them costs little more than counting them.
 */
const toAccess = (query: EventQuery, isByArea: boolean): Access => {
  const [leading, ...others] = toLinks(query);
  return leading !== undefined && query.ids === undefined && !hasArea(query.location)
    ? toLinkAccess(query, leading, others)
    : toEventAccess(query, isByArea);
};

const toLinkAccess = (query: EventQuery, leading: Links, others: readonly Links[]): Access => ({
  from: raw(`${leading.table} m`),
  isByLink: true,
  isRepeating: leading.ids.length !== 1,
  conditions: [
    isLink("m", leading),
    // A plus takes a condition out of the planner's choice of the way in.
    ...others.map((links) => isLinked("+m.event_id", links)),
    ...when(query.parentId, (id) => ofEvents(sql`parent_id = ${id}`)),
    ...when(query.venueIds, (list) => ofEvents(oneOf("venue_id", list))),
    ...when(query.location, (filter) =>
      isLocated("(SELECT venue_id FROM events WHERE id = m.event_id)", filter),
    ),
    ...toSearch("m.event_id", query),
  ],
});

const toEventAccess = (query: EventQuery, isByArea: boolean): Access => {
  const { ids, parentId, venueIds, location } = query;
  const isAreaFirst = isByArea && [ids, parentId, venueIds].every((filter) => filter === undefined);
  const along = (hint: string): Access => {
    const events = raw(`events m ${hint}`);
    return {
      from: hasArea(location)
        ? withLocations(events, locatedVenues(location ?? {}, isAreaFirst), "m.venue_id", isAreaFirst)
        : events,
      conditions: [
        ...when(ids, (list) => oneOf("m.id", list)),
        ...toLinks(query).map((links) => isLinked("+m.id", links)),
        ...when(parentId, (id) => sql`m.parent_id = ${id}`),
        ...when(venueIds, (list) => oneOf("m.venue_id", list)),
        ...when(location, (filter) => isLocated("m.venue_id", filter)),
        ...toSearch("m.id", query),
      ],
    };
  };
  if (ids !== undefined) return along("NOT INDEXED");
  if (parentId !== undefined) return along("INDEXED BY events_by_parent");
  if (venueIds !== undefined || isAreaFirst) return along("INDEXED BY events_by_venue");
  const isOneStatus = query.visible.statuses.length === 1 && query.visible.own === undefined;
  const index = `events_by_${isOneStatus ? "status_" : ""}${query.clock === "utc" ? "utc_" : ""}start`;
  return along(`INDEXED BY ${index}`);
};

/** The links to any of some organizers or terms. */
interface Links {
  readonly table: "event_organizers" | "event_terms";
  readonly column: "organizer_id" | "term_id";
  readonly taxonomy?: Taxonomy;
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

const isLink = (alias: string, { column, taxonomy, ids }: Links): Sql =>
  every([
    oneOf(`${alias}.${column}`, ids),
    ...when(taxonomy, (name) => sql`${raw(alias)}.taxonomy = ${name}`),
  ]);

const isLinked = (id: string, links: Links): Sql =>
  sql`${raw(id)} IN (SELECT o.event_id FROM ${raw(links.table)} o WHERE ${isLink("o", links)})`;

/** A condition on columns that only the row of the event has. */
const ofEvents = (condition: Sql): Sql => sql`+m.event_id IN (SELECT id FROM events WHERE ${condition})`;

/** What never leads. */
const toSearch = (id: string, { search, extensions = [] }: EventQuery): readonly Sql[] => [
  ...extensions.map((filter) => hasExtension(id, filter)),
  ...when(search, (wanted) => matchesSearch("event", id, wanted)),
];
