import type { BoundingBox, Coordinates, LocationFilter, Venue, Visibility } from "@kalends/core";
import { hasArea, plainBoxes, searchBoxes } from "@kalends/core";
import type { Connection } from "./connection.ts";
import { type Condition, every, isVisible, when } from "./sql.ts";

/*
 * `venue_places` has the coordinates of the venues that have some, and to whom these show; `venue_boxes`, an R*Tree, finds them
 * by area. The tree keeps 32 bits of each number, rounded outwards: it may find too many, never too few.
 */

/** Of events it says whose venues count; lists of venues say that themselves. */
type Location = LocationFilter & { readonly visible?: Visibility };

/** Keeps where a venue is. The index is only touched when that has changed. */
export const savePlace = (connection: Connection, { id, status, author, coordinates }: Venue): void => {
  if (coordinates === undefined) {
    if (connection.run("DELETE FROM venue_places WHERE id = ?", [id]) > 0)
      connection.run("DELETE FROM venue_boxes WHERE id = CAST(? AS INTEGER)", [id]);
    return;
  }
  const { lat, lng } = coordinates;
  const [old] = connection.rows<Coordinates>("SELECT lat, lng FROM venue_places WHERE id = ?", [id]);
  connection.run(
    "INSERT OR REPLACE INTO venue_places (id, status, author, lat, lng) VALUES (?, ?, ?, ?, ?)",
    [id, status, author, lat, lng],
  );
  if (old?.lat === lat && old.lng === lng) return;
  connection.run("INSERT OR REPLACE INTO venue_boxes VALUES (CAST(? AS INTEGER), ?, ?, ?, ?)", [
    id,
    lat,
    lat,
    lng,
    lng,
  ]);
};

/** From so many venues on, it is quicker to look at all records in their order than to collect those of an area and sort them. */
const WIDE = 5000;

/** Whether records should be found by the filter's area: there is one, and it has few venues. */
export const isByArea = (connection: Connection, location: LocationFilter | undefined): boolean => {
  if (location === undefined || !hasArea(location)) return false;
  const parts = searchBoxes(location).map(inTree);
  const found = parts.map(({ text }) => `SELECT 1 FROM venue_boxes b WHERE ${text}`).join(" UNION ALL ");
  const values = parts.flatMap((part) => part.values);
  return connection.total(`SELECT count(*) FROM (${found} LIMIT ?)`, [...values, WIDE]) < WIDE;
};

const inTree = ({ west, south, east, north }: BoundingBox): Condition => ({
  text: "b.min_lat <= ? AND b.max_lat >= ? AND b.min_lng <= ? AND b.max_lng >= ?",
  values: [north, south, east, west],
});

/** Venues in and around the area, for a FROM clause: `id`, `lat`, `lng`, `km` from the centre, NULL without a centre. */
export const placesAround = (location: Location): Condition => {
  const parts = searchBoxes(location).map((box) => ({
    // The longitude once more: what is beside the edges of two boxes must not be found twice.
    text: `SELECT p.id, p.lat, p.lng, ${distance(location).text} AS km
      FROM venue_boxes b CROSS JOIN venue_places p ON p.id = b.id
      WHERE ${inTree(box).text} AND p.lng BETWEEN ? AND ? AND ${isShown("p", location).text}`,
    values: [
      ...distance(location).values,
      ...inTree(box).values,
      box.west,
      box.east,
      ...isShown("p", location).values,
    ],
  }));
  return {
    text: `(${parts.map(({ text }) => text).join(" UNION ALL ")})`,
    values: parts.flatMap(({ values }) => values),
  };
};

/** The same for all venues with coordinates: where each is looked up by its id. */
export const placesAnywhere = (location: Location): Condition => ({
  text: `(SELECT p.id, p.lat, p.lng, ${distance(location).text} AS km
    FROM venue_places p WHERE ${isShown("p", location).text})`,
  values: [...distance(location).values, ...isShown("p", location).values],
});

const isShown = (alias: string, { visible }: Location): Condition =>
  every(when(visible, (shown) => isVisible(alias, shown)));

const distance = ({ within }: LocationFilter): Condition =>
  within === undefined
    ? { text: "NULL", values: [] }
    : { text: "distance_km(p.lat, p.lng, ?, ?)", values: [within.center.lat, within.center.lng] };

/** The venue with this id, which is `v` where there is an area, passes the filter. */
export const isLocated = (id: string, { known, within, inside, visible }: Location): Condition =>
  every([
    ...when(known, (isKnown) => {
      const { text, values } = every([
        { text: `k.id = ${id}`, values: [] },
        ...when(visible, (shown) => isVisible("k", shown)),
      ]);
      return { text: `${isKnown ? "" : "NOT "}EXISTS (SELECT 1 FROM venue_places k WHERE ${text})`, values };
    }),
    ...when(within, ({ kilometres }) => ({ text: "v.km <= ?", values: [kilometres] })),
    ...when(inside, (box) => {
      const parts = plainBoxes(box).map(({ west, south, east, north }) => [south, north, west, east]);
      const text = "v.lat BETWEEN ? AND ? AND v.lng BETWEEN ? AND ?";
      return { text: `(${parts.map(() => text).join(" OR ")})`, values: parts.flat() };
    }),
  ]);
