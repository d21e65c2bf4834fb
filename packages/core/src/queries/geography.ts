import type { Coordinates } from "../model/venue.ts";

/** Mean radius of the Earth in kilometres. */
const EARTH_RADIUS_KM = 6_371.0088;

/** Places at most this far from the centre, along a great circle. */
export interface Circle {
  readonly center: Coordinates;
  readonly kilometres: number;
}

/**
 * Bounding box in degrees, edges included. `south` is at most `north`. A `west` above `east` spans the
 * antimeridian. -180 and 180 are the same meridian, so an edge on one is also on the other.
 */
export interface BoundingBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Condition on the location of a venue; all given members must hold. */
export interface LocationFilter {
  /** True for known coordinates, false for unknown ones. */
  readonly known?: boolean;
  readonly within?: Circle;
  readonly inside?: BoundingBox;
}

const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;
const toDegrees = (radians: number): number => (radians * 180) / Math.PI;

/**
 * Returns the kilometres along the great circle, by the haversine formula. All stores use it, so that they
 * agree on edges and ties.
 */
export const distanceBetween = (one: Coordinates, other: Coordinates): number => {
  const sinLat = Math.sin(toRadians(other.lat - one.lat) / 2);
  const sinLng = Math.sin(toRadians(other.lng - one.lng) / 2);
  const half = sinLat ** 2 + Math.cos(toRadians(one.lat)) * Math.cos(toRadians(other.lat)) * sinLng ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(half)));
};

/** Degrees (about a metre) by which `boxAround` is too large. This exceeds the sum of all rounding errors. */
const MARGIN = 1e-5;

/**
 * Returns a box that contains every point of the circle, and slightly more. Used for an index, before the
 * exact distance is checked.
 */
export const boxAround = ({ center: { lat, lng }, kilometres }: Circle): BoundingBox => {
  const angle = kilometres / EARTH_RADIUS_KM;
  const reach = toDegrees(angle) + MARGIN;
  const [south, north] = [Math.max(-90, lat - reach), Math.min(90, lat + reach)];
  // A circle that reaches a pole intersects every meridian.
  if (south === -90 || north === 90) return { west: -180, south, east: 180, north };
  const width = toDegrees(Math.asin(Math.min(1, Math.sin(angle) / Math.cos(toRadians(lat))))) + MARGIN;
  const [west, east] = [lng - width, lng + width];
  return { west: west < -180 ? west + 360 : west, south, east: east > 180 ? east - 360 : east, north };
};

/** True if the filter has an area. */
export const hasArea = ({ within, inside }: LocationFilter = {}): boolean =>
  within !== undefined || inside !== undefined;

/**
 * Returns plain boxes that contain the filter's area, and slightly more, for an index. Empty without an area.
 */
export const searchBoxes = ({ within, inside }: LocationFilter): readonly BoundingBox[] => {
  const box = within === undefined ? inside : boxAround(within);
  return box === undefined ? [] : plainBoxes(box);
};

/**
 * Returns the same area as boxes whose `west` is at most their `east`, so that comparing numbers suffices.
 */
export const plainBoxes = (box: BoundingBox): readonly BoundingBox[] => {
  if (box.west > box.east) {
    return [
      { ...box, east: 180 },
      { ...box, west: -180 },
    ];
  }
  if (box.west === -180 && box.east < 180) return [box, { ...box, west: 180, east: 180 }];
  if (box.east === 180 && box.west > -180) return [box, { ...box, west: -180, east: -180 }];
  return [box];
};
