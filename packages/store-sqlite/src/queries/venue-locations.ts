import type { Venue } from "@kalends/core";
import {
  hasArea,
  type LocationFilter,
  plainBoxes,
  searchBoxes,
  type Visibility,
} from "@kalends/core/storage";
import type { Connection } from "../database/connection.ts";
import { PREFIX } from "../database/prefix.ts";
import { every, isVisible, join, PREFIXED, raw, type Sql, sql, when } from "./sql.ts";

/**
 * `venue_places` contains the coordinates of venues, with the status and author on which their visibility
 * depends.
 * `venue_boxes` is an R*Tree that finds venues by area. It stores only 32 bits of each number, rounded
 * outwards. It may therefore find too many venues, but never too few.
 */

/**
 * Location filter. In a query of events, `visible` limits the venues that count. Lists of venues filter by
 * visibility themselves.
 */
type Location = LocationFilter & { readonly visible?: Visibility };

/** Stores the location of a venue. It writes to the R*Tree only if the location has changed. */
export const saveLocation = (connection: Connection, { id, status, author, coordinates }: Venue): void => {
  if (coordinates === undefined) {
    removeLocation(connection, id);
    return;
  }
  const { lat, lng } = coordinates;
  const unmoved = `SELECT 1 FROM ${PREFIX}venue_places WHERE id = ? AND lat = ? AND lng = ?`;
  const isMoved = connection.value(unmoved, [id, lat, lng]) === undefined;
  connection.run(
    `INSERT OR REPLACE INTO ${PREFIX}venue_places (id, status, author, lat, lng) VALUES (?, ?, ?, ?, ?)`,
    [id, status, author, lat, lng],
  );
  const box = `INSERT OR REPLACE INTO ${PREFIX}venue_boxes VALUES (CAST(? AS INTEGER), ?, ?, ?, ?)`;
  if (isMoved) connection.run(box, [id, lat, lat, lng, lng]);
};

export const removeLocation = (connection: Connection, id: number): void => {
  if (connection.run(`DELETE FROM ${PREFIX}venue_places WHERE id = ?`, [id]) > 0)
    connection.run(`DELETE FROM ${PREFIX}venue_boxes WHERE id = CAST(? AS INTEGER)`, [id]);
};

/**
 * Number of venues above which reading all records in order is faster than collecting and sorting those in an
 * area.
 */
const WIDE = 5000;

/** True if records should be found by the area of the filter, because it has an area with few venues. */
export const isByArea = (connection: Connection, location: LocationFilter | undefined): boolean => {
  if (location === undefined || !hasArea(location)) return false;
  const found = searchBoxes(location).map(
    (box) => sql`SELECT 1 FROM ${PREFIXED}venue_boxes b WHERE ${inTree(box)}`,
  );
  const { text, values } = sql`SELECT count(*) FROM (${join(found, " UNION ALL ")} LIMIT ${WIDE})`;
  return connection.total(text, values) < WIDE;
};

type Box = ReturnType<typeof searchBoxes>[number];

const inTree = ({ west, south, east, north }: Box): Sql =>
  sql`b.min_lat <= ${north} AND b.max_lat >= ${south} AND b.min_lng <= ${east} AND b.max_lng >= ${west}`;

/**
 * Selects venues with coordinates, for a FROM clause: `id`, `lat`, `lng`, and `km` from the centre (NULL
 * without a centre).
 * With `isAreaFirst`, it returns the venues in the area and some around it. Otherwise it returns all venues,
 * for look-ups by id.
 */
export const locatedVenues = (location: Location, isAreaFirst: boolean): Sql => {
  const { within, visible } = location;
  const km = within
    ? sql`distance_km(p.lat, p.lng, ${within.center.lat}, ${within.center.lng})`
    : raw("NULL");
  const columns = sql`SELECT p.id, p.lat, p.lng, ${km} AS km`;
  const isShown = every(when(visible, (shown) => isVisible("p", shown)));
  if (!isAreaFirst) return sql`(${columns} FROM ${PREFIXED}venue_places p WHERE ${isShown})`;
  const parts = searchBoxes(location).map(
    // The longitude is tested again. Otherwise a venue on the common edge of two boxes would be found twice.
    (box) => sql`${columns} FROM ${PREFIXED}venue_boxes b CROSS JOIN ${PREFIXED}venue_places p ON p.id = b.id
      WHERE ${inTree(box)} AND p.lng BETWEEN ${box.west} AND ${box.east} AND ${isShown}`,
  );
  return sql`(${join(parts, " UNION ALL ")})`;
};

/**
 * Returns a FROM clause with the records, and as `v` the locations of the venues in this column.
 * `isAreaFirst` means that SQLite reads the locations first; otherwise it looks up the location of each
 * record.
 */
export const withLocations = (records: Sql, locations: Sql, venueId: string, isAreaFirst: boolean): Sql => {
  const tables = isAreaFirst ? [sql`${locations} v`, records] : [records, sql`${locations} v`];
  return sql`${join(tables, " CROSS JOIN ")} ON v.id = ${raw(venueId)}`;
};

/**
 * Condition that the venue with this id passes the location filter. If the filter has an area, the venue is
 * `v`.
 */
export const isLocated = (id: string, { known, within, inside, visible }: Location): Sql =>
  every([
    ...when(known, (isKnown) => {
      const located = every([raw(`k.id = ${id}`), ...when(visible, (shown) => isVisible("k", shown))]);
      return sql`${raw(isKnown ? "" : "NOT ")}EXISTS (SELECT 1 FROM ${PREFIXED}venue_places k WHERE ${located})`;
    }),
    ...when(within, ({ kilometres }) => sql`v.km <= ${kilometres}`),
    ...when(inside, (box) => {
      const parts = plainBoxes(box).map(
        ({ west, south, east, north }) =>
          sql`v.lat BETWEEN ${south} AND ${north} AND v.lng BETWEEN ${west} AND ${east}`,
      );
      return sql`(${join(parts, " OR ")})`;
    }),
  ]);
