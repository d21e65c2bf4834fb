import type { BoundingBox, Coordinates, LocationFilter, Visibility } from "@kalends/core";
import { distanceBetween, hasArea, isLocated, searchBoxes } from "@kalends/core";
import type { VenueDocument } from "../database/documents.ts";
import { CELLS_INDEX, PLACED_INDEX } from "../database/indexes.ts";
import type { Session } from "../transactions/session.ts";
import { every, type Filter, isVisible, when } from "./clauses.ts";

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

/** The venues that a filter is about. */
export interface LocatedVenues {
  readonly venueIds: readonly number[];
  /** Whether records at these venues match, or all others. */
  readonly isAmong: boolean;
  /** Kilometres from the centre of such a venue; 0 without a centre. */
  distanceOf(venueId: number | undefined): number;
}

/** Finds the venues of a filter; `undefined` when it asks for nothing. */
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

/** The index answers it without a document. */
const HAS_PLACE: Filter = { "coordinates.lat": { $gte: -90 } };

const isAround = (boxes: readonly BoundingBox[]): Filter => ({
  "derived.cells": { $in: covering(boxes) },
  $or: boxes.map(({ west, south, east, north }) => ({
    "coordinates.lat": { $gte: south, $lte: north },
    "coordinates.lng": { $gte: west, $lte: east },
  })),
});

/** The coordinates only where an area is asked for. */
type LocatedVenue = Pick<VenueDocument, "_id" | "coordinates">;

/** The record's venue, whose id is this member, is among those found. */
export const isAt = (member: string, { venueIds, isAmong }: Omit<LocatedVenues, "distanceOf">): Filter => ({
  [member]: { [isAmong ? "$in" : "$nin"]: venueIds },
});
