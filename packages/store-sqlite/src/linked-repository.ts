import type { Organizer, PostRepository, Venue, VenueQuery, Visibility } from "@kalends/core";
import { foldName, hasArea } from "@kalends/core";
import type { Connection } from "./connection.ts";
import { hasExtension, saveExtensionValues } from "./extension-values.ts";
import { readList } from "./lists.ts";
import { createPostLookups, isSlugTaken, toPostColumns } from "./posts.ts";
import { claimId } from "./records.ts";
import { saveRow } from "./rows.ts";
import type { Session } from "./session.ts";
import { type Condition, every, fromJson, isVisible, when } from "./sql.ts";
import { lineHoldsAll, saveText } from "./text-index.ts";
import { isByArea, isLocated, placesAnywhere, placesAround } from "./venue-places.ts";

/** What is different between venues and organizers. */
export interface LinkedKind<T> {
  readonly kind: "venue" | "organizer";
  readonly table: "venues" | "organizers";
  searchFields(record: T): readonly string[];
  /** The events linked to `l`, as `e`, up to a WHERE clause that may be continued with AND. */
  readonly linkedEvents: string;
  /** Keeps what only this kind is found by. */
  saveMore?(connection: Connection, record: T): void;
  /** `l` is linked to the event whose id is bound. */
  readonly isLinkedTo: string;
}

type LinkedRepository<T> = PostRepository<T & (Venue | Organizer), VenueQuery> & {
  findDuplicate(name: string, description?: string, visible?: Visibility): Promise<T | undefined>;
};

export const createLinkedRepository = <T extends Venue | Organizer>(
  session: Session,
  linked: LinkedKind<T>,
): LinkedRepository<T> => {
  const { kind, table, searchFields } = linked;
  return {
    ...createPostLookups<T>(session, table),
    list: (query) =>
      session.read((connection) => {
        const { text: from, values } = toFrom(linked, query, isByArea(connection, query.location));
        const byDistance = query.order === "distance" ? "v.km, " : "";
        const page = `SELECT l.json ${from} ORDER BY ${byDistance}l.published DESC, l.id DESC LIMIT ? OFFSET ?`;
        const statements = {
          page: { text: page, values },
          total: { text: `SELECT count(*) ${from}`, values },
        };
        return readList<T>(connection, statements, query);
      }),
    save: (record) =>
      session.write((connection) => {
        if (isSlugTaken(connection, table, record)) return false;
        claimId(connection, kind, record.id);
        saveRow(connection, table, {
          ...toPostColumns(record),
          folded_name: foldName(record.name),
          folded_description: foldName(record.description),
          json: JSON.stringify(record),
        });
        saveText(connection, kind, record.id, searchFields(record).join("\n"));
        saveExtensionValues(connection, record);
        linked.saveMore?.(connection, record);
        return true;
      }),
    findDuplicate: async (name, description, visible) => {
      const where = every([
        { text: "status <> 'trash' AND folded_name = ?", values: [foldName(name)] },
        ...when(description, (text) => ({ text: "folded_description = ?", values: [foldName(text)] })),
        ...when(visible, (shown) => isVisible(table, shown)),
      ]);
      const sql = `SELECT json FROM ${table} INDEXED BY ${table}_by_name WHERE ${where.text} ORDER BY id LIMIT 1`;
      const [found] = await session.read((connection) =>
        connection.column<string>(sql, where.values).map(fromJson<T>),
      );
      return found;
    },
  };
};

const toFrom = <T>(linked: LinkedKind<T>, query: VenueQuery, byArea: boolean): Condition => {
  const { visible, search = [], eventId, events, upcoming, extensions = [], location } = query;
  const { kind, linkedEvents, isLinkedTo } = linked;
  const others = [
    ...when(eventId, (id) => ({ text: isLinkedTo, values: [id] })),
    ...when(events, ({ linked: which, visible: statuses }) => {
      const { text, values } = hasEvent(linkedEvents, statuses, []);
      return { text: which === "any" ? text : `NOT ${text}`, values };
    }),
    ...when(upcoming, ({ from, clock, visible: statuses }) =>
      hasEvent(linkedEvents, statuses, [
        { text: `e.hidden = 0 AND e.${clock === "utc" ? "utc_starts" : "starts"} >= ?`, values: [from] },
      ]),
    ),
  ];
  const where = every([
    isVisible("l", visible),
    ...(search.length === 0 ? [] : [lineHoldsAll(kind, "l.id", search)]),
    ...others,
    ...extensions.map((filter) => hasExtension("l.id", filter)),
    ...when(location, (filter) => isLocated("l.id", filter)),
  ]);
  const tables = toTables(linked, query, byArea);
  return { text: `FROM ${tables.text} WHERE ${where.text}`, values: [...tables.values, ...where.values] };
};

/** The records as `l` and, where an area is asked for, where they are as `v`; the order is the way in. */
const toTables = <T>(
  { table }: LinkedKind<T>,
  { visible, eventId, location = {} }: VenueQuery,
  byArea: boolean,
): Condition => {
  const isOneStatus = visible.statuses.length === 1 && visible.own === undefined;
  const hint =
    eventId === undefined ? `INDEXED BY ${table}_by_${isOneStatus ? "status" : "date"}` : "NOT INDEXED";
  if (!hasArea(location)) return { text: `${table} l ${hint}`, values: [] };
  const isAreaFirst = byArea && eventId === undefined;
  const { text, values } = isAreaFirst ? placesAround(location) : placesAnywhere(location);
  const tables = isAreaFirst ? [`${text} v`, `${table} l NOT INDEXED`] : [`${table} l ${hint}`, `${text} v`];
  return { text: `${tables.join(" CROSS JOIN ")} ON v.id = l.id`, values };
};

const hasEvent = (linkedEvents: string, visible: Visibility, conditions: readonly Condition[]): Condition => {
  const { text, values } = every([isVisible("e", visible), ...conditions]);
  return { text: `EXISTS (${linkedEvents} AND ${text})`, values };
};
