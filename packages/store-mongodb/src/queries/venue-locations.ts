import {
  type BoundingBox,
  type Coordinates,
  distanceBetween,
  hasArea,
  isLocated,
  type LocationFilter,
  searchBoxes,
  type Visibility,
} from "@kalends/core/storage";
import type { VenueDocument } from "../database/documents.ts";
import { CELLS_INDEX, PLACED_INDEX } from "../database/indexes.ts";
import type { Session } from "../transactions/session.ts";
import { every, type Filter, isVisible, when } from "./clauses.ts";

/**
 * Search for venues by location.
 * Each venue stores the cells of several grids that contain its coordinates, as texts. A search covers its
 * area with a few cells, of the finest grid for which they suffice. It then compares the coordinates of the
 * venues in these cells.
 * Unlike the server's geographic indexes, this works for boxes along parallels, at the poles, and on both
 * sides of the 180° meridian.
 */

/**
 * Sizes of the cells in degrees, from coarse to fine. The first grid covers the Earth with fewer than
 * `MAX_CELLS` cells.
 */
const SIDES: readonly number[] = [64, 16, 4, 1, 1 / 4, 1 / 16, 1 / 64];
const MAX_CELLS = 24;
/** Number of venues in one response of the server. These documents are small. */
const BATCH = 20_000;

const columnOf = (lng: number, side: number): number => Math.floor((lng + 180) / side);
const rowOf = (lat: number, side: number): number => Math.floor((lat + 90) / side);

/** Returns the cells of all grids that contain these coordinates. */
export const toCells = ({ lat, lng }: Coordinates): readonly string[] =>
  SIDES.map((side, level) => `${level}/${columnOf(lng, side)}/${rowOf(lat, side)}`);

const range = (first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** Returns cells that cover the boxes. It uses the finest grid that needs at most `MAX_CELLS` of them. */
const covering = (boxes: readonly BoundingBox[]): readonly string[] => {
  let cells: readonly string[] = [];
  for (const [level, side] of SIDES.entries()) {
    const finer = boxes.flatMap(({ west, south, east, north }) =>
      range(columnOf(west, side), columnOf(east, side)).flatMap((column) =>
        range(rowOf(south, side), rowOf(north, side)).map((row) => `${level}/${column}/${row}`),
      ),
    );
    if (level > 0 && finer.length > MAX_CELLS) break;
    cells = finer;
  }
  return [...new Set(cells)];
};

/** Venues that a location filter selects. */
export interface LocatedVenues {
  readonly venueIds: readonly number[];
  /** True if records at these venues match. False if records at all other venues match. */
  readonly isAmong: boolean;
  /** Returns the distance from the centre to a venue in kilometres; 0 if the filter has no centre. */
  distanceOf(venueId: number | undefined): number;
}

/** Finds the venues that a location filter selects. Returns `undefined` if there is no filter. */
export const findLocatedVenues = async (
  session: Session,
  location: LocationFilter & { readonly visible?: Visibility },
): Promise<LocatedVenues | undefined> => {
  const { known, within, visible } = location;
  if (known === undefined && !hasArea(location)) return undefined;
  if (known === false && hasArea(location)) return { venueIds: [], isAmong: true, distanceOf: () => 0 };
  const [filter, projection, hint] = hasArea(location)
    ? [isAround(searchBoxes(location)), { coordinates: 1 }, CELLS_INDEX]
    : [HAS_PLACE, { _id: 1 }, PLACED_INDEX];
  const shown = when(visible, (shownTo) => every(isVisible("status", shownTo)));
  const found = await session.read(
    ({ venues, reading }) =>
      venues
        .find<LocatedVenue>(every([filter, ...shown]), { ...reading, projection, batchSize: BATCH })
        .toArray(),
    hint,
  );
  const matches = found.filter(({ coordinates }) => !coordinates || isLocated(coordinates, location));
  const distances = new Map(
    matches.map(({ _id, coordinates }) => [
      _id,
      within && coordinates ? distanceBetween(within.center, coordinates) : 0,
    ]),
  );
  return {
    venueIds: [...distances.keys()],
    isAmong: known ?? true,
    distanceOf: (venueId = 0) => distances.get(venueId) ?? 0,
  };
};

/** Condition for venues with coordinates. The index can evaluate it without the documents. */
const HAS_PLACE: Filter = { "coordinates.lat": { $gte: -90 } };

const isAround = (boxes: readonly BoundingBox[]): Filter => ({
  "derived.cells": { $in: covering(boxes) },
  $or: boxes.map(({ west, south, east, north }) => ({
    "coordinates.lat": { $gte: south, $lte: north },
    "coordinates.lng": { $gte: west, $lte: east },
  })),
});

/** Venue that a search has found. Its coordinates are present only if the query has an area. */
type LocatedVenue = Pick<VenueDocument, "_id" | "coordinates">;

/** Condition that the venue whose id is in this member was found. */
export const isAt = (member: string, { venueIds, isAmong }: Omit<LocatedVenues, "distanceOf">): Filter => ({
  [member]: { [isAmong ? "$in" : "$nin"]: venueIds },
});
