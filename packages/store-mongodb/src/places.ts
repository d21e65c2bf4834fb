import type { BoundingBox, Coordinates, LocationFilter, Visibility } from "@kalends/core";
import { distanceBetween, hasArea, isLocated, searchBoxes } from "@kalends/core";
import { every, type Filter, isVisible, when } from "./clauses.ts";
import { CELLS_INDEX, PLACED_INDEX } from "./indexes.ts";
import type { Session } from "./session.ts";

/*
 * A venue with coordinates has the cells of several grids that it lies in, each as a text. An area is covered by few cells of
 * the finest grid that allows it; what lies in these is looked at with the numbers themselves. Unlike the geographic indexes of
 * the server this holds for boxes along parallels, at the poles and at both names of the antimeridian.
 */

/** Sides of cells in degrees, from coarse to fine. The cells of the first cover the earth with fewer than `MAX_CELLS`. */
const SIDES: readonly number[] = [64, 16, 4, 1, 1 / 4, 1 / 16, 1 / 64];
const MAX_CELLS = 24;
/** As many venues come in one answer: they are small. */
const BATCH = 20_000;

const columnOf = (lng: number, side: number): number => Math.floor((lng + 180) / side);
const rowOf = (lat: number, side: number): number => Math.floor((lat + 90) / side);

/** Every cell that this place lies in. */
export const toCells = ({ lat, lng }: Coordinates): readonly string[] =>
  SIDES.map((side, level) => `${level}/${columnOf(lng, side)}/${rowOf(lat, side)}`);

const range = (first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** Cells that cover the boxes, of the finest grid that needs few enough of them. */
const covering = (boxes: readonly BoundingBox[]): readonly string[] => {
  const spans = (side: number) =>
    boxes.map(({ west, south, east, north }) => ({
      columns: [columnOf(west, side), columnOf(east, side)] as const,
      rows: [rowOf(south, side), rowOf(north, side)] as const,
    }));
  const isFew = (side: number): boolean =>
    spans(side).reduce((sum, { columns, rows }) => sum + length(columns) * length(rows), 0) <= MAX_CELLS;
  const level = Math.max(0, SIDES.findLastIndex(isFew));
  const cells = spans(SIDES[level] ?? 0).flatMap(({ columns, rows }) =>
    range(...columns).flatMap((column) => range(...rows).map((row) => `${level}/${column}/${row}`)),
  );
  return [...new Set(cells)];
};

const length = ([first, last]: readonly [number, number]): number => last - first + 1;

/** The venues that a filter is about. */
export interface Places {
  readonly venueIds: readonly number[];
  /** Whether records at these venues match, or all others. */
  readonly isAmong: boolean;
  /** Kilometres from the centre of such a venue; 0 without a centre. */
  distanceOf(venueId: number | undefined): number;
}

const createPlaces = (distances: ReadonlyMap<number, number>, isAmong = true): Places => ({
  venueIds: [...distances.keys()],
  isAmong,
  distanceOf: (venueId = 0) => distances.get(venueId) ?? 0,
});

/** Finds the venues of a filter; `undefined` when it asks for nothing. */
export const findPlaces = async (
  session: Session,
  location: LocationFilter & { readonly visible?: Visibility },
): Promise<Places | undefined> => {
  const { known, within, visible } = location;
  if (known === undefined && !hasArea(location)) return undefined;
  if (known === false && hasArea(location)) return createPlaces(new Map());
  const shown = when(visible, (shownTo) => every(isVisible("status", shownTo)));
  if (!hasArea(location)) {
    const found = await findVenues(session, [HAS_PLACE, ...shown], {
      projection: { _id: 1 },
      hint: PLACED_INDEX,
    });
    return createPlaces(new Map(found.map(({ _id }) => [_id, 0])), known);
  }
  const found = await findVenues(session, [isAround(searchBoxes(location)), ...shown], {
    projection: { coordinates: 1 },
    hint: CELLS_INDEX,
  });
  const distances = found.flatMap(({ _id, coordinates }) =>
    coordinates !== undefined && isLocated(coordinates, location)
      ? [[_id, within === undefined ? 0 : distanceBetween(within.center, coordinates)] as const]
      : [],
  );
  return createPlaces(new Map(distances));
};

/** Answered by the index alone. */
const HAS_PLACE: Filter = { "coordinates.lat": { $gte: -90 } };

const isAround = (boxes: readonly BoundingBox[]): Filter => ({
  "derived.cells": { $in: covering(boxes) },
  $or: boxes.map(({ west, south, east, north }) => ({
    "coordinates.lat": { $gte: south, $lte: north },
    "coordinates.lng": { $gte: west, $lte: east },
  })),
});

interface PlacedVenue {
  readonly _id: number;
  readonly coordinates?: Coordinates;
}

const findVenues = (
  session: Session,
  filters: readonly Filter[],
  { projection, hint }: { readonly projection: Readonly<Record<string, 1>>; readonly hint: string },
): Promise<readonly PlacedVenue[]> =>
  session.read(
    ({ venues, reading }) =>
      venues.find<PlacedVenue>(every(filters), { ...reading, projection, batchSize: BATCH }).toArray(),
    hint,
  );

/** The record's venue, whose id is this member, is among those found. */
export const isAt = (member: string, { venueIds, isAmong }: Omit<Places, "distanceOf">): Filter => ({
  [member]: { [isAmong ? "$in" : "$nin"]: venueIds },
});
