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

/*
 * Venues store the cells of several grids that contain their coordinates, each as a text. An area is covered
 * by few cells of the finest suitable grid. The numbers of the venues in these cells are then compared.
 * Unlike the geographic indexes of the server, this works for boxes along parallels, at the poles and on both
 * sides of the antimeridian.
 */

/**
 * Sides of cells in degrees, from coarse to fine. The cells of the first grid cover the earth with fewer than
 * `MAX_CELLS`.
 */
const SIDES: readonly number[] = [64, 16, 4, 1, 1 / 4, 1 / 16, 1 / 64];
const MAX_CELLS = 24;
/** Number of venues in one response; they are small. */
const BATCH = 20_000;

const columnOf = (lng: number, side: number): number => Math.floor((lng + 180) / side);
const rowOf = (lat: number, side: number): number => Math.floor((lat + 90) / side);

/** Returns every cell that contains this place. */
export const toCells = ({ lat, lng }: Coordinates): readonly string[] =>
  SIDES.map((side, level) => `${level}/${columnOf(lng, side)}/${rowOf(lat, side)}`);

const range = (first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** Returns cells that cover the boxes, from the finest grid that needs few enough of them. */
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

/** The venues that a filter selects. */
export interface LocatedVenues {
  readonly venueIds: readonly number[];
  /** True if records at these venues match, false if all others do. */
  readonly isAmong: boolean;
  /** Returns the kilometres from the centre to such a venue; 0 without a centre. */
  distanceOf(venueId: number | undefined): number;
}

/** Finds the venues of a filter; returns `undefined` if the filter is empty. */
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

/** The index alone can evaluate this condition. */
const HAS_PLACE: Filter = { "coordinates.lat": { $gte: -90 } };

const isAround = (boxes: readonly BoundingBox[]): Filter => ({
  "derived.cells": { $in: covering(boxes) },
  $or: boxes.map(({ west, south, east, north }) => ({
    "coordinates.lat": { $gte: south, $lte: north },
    "coordinates.lng": { $gte: west, $lte: east },
  })),
});

/** A venue; its coordinates are present only if the query has an area. */
type LocatedVenue = Pick<VenueDocument, "_id" | "coordinates">;

/** Condition that the venue with the id in this member is among those found. */
export const isAt = (member: string, { venueIds, isAmong }: Omit<LocatedVenues, "distanceOf">): Filter => ({
  [member]: { [isAmong ? "$in" : "$nin"]: venueIds },
});
