import type { Coordinates } from "../model/venue.ts";

/** Mean radius of the Earth in kilometres. */
const EARTH_RADIUS_KM = 6_371.0088;

/** Area within a distance from a centre, measured along great circles. */
export interface Circle {
  readonly center: Coordinates;
  readonly kilometres: number;
}

/**
 * Bounding box in degrees, including its edges.
 * `south` is at most `north`. If `west` is greater than `east`, the box crosses the 180° meridian. Longitudes
 * -180 and 180 are the same meridian, so a box with an edge at one of them also contains the other.
 */
export interface BoundingBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Condition on the location of a venue. All members that are present must hold. */
export interface LocationFilter {
  /** True if the venue must have coordinates, false if it must have none. */
  readonly known?: boolean;
  readonly within?: Circle;
  readonly inside?: BoundingBox;
}

const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;
const toDegrees = (radians: number): number => (radians * 180) / Math.PI;

/**
 * Returns the distance in kilometres along the great circle, by the haversine formula. All stores use this
 * function, so that they agree on venues at the edge of a circle and on equal distances.
 */
export const distanceBetween = (one: Coordinates, other: Coordinates): number => {
  const sinLat = Math.sin(toRadians(other.lat - one.lat) / 2);
  const sinLng = Math.sin(toRadians(other.lng - one.lng) / 2);
  const half = sinLat ** 2 + Math.cos(toRadians(one.lat)) * Math.cos(toRadians(other.lat)) * sinLng ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(half)));
};

/**
 * Degrees (about a metre) by which `boxAround` is larger than the circle. This is more than all rounding
 * errors together.
 */
const MARGIN = 1e-5;

/**
 * Returns a box that contains the circle and is slightly larger. Stores use it to search an index, and then
 * check the exact distance.
 */
export const boxAround = ({ center: { lat, lng }, kilometres }: Circle): BoundingBox => {
  const angle = kilometres / EARTH_RADIUS_KM;
  const reach = toDegrees(angle) + MARGIN;
  const [south, north] = [Math.max(-90, lat - reach), Math.min(90, lat + reach)];
  // A circle that contains a pole crosses every meridian.
  if (south === -90 || north === 90) return { west: -180, south, east: 180, north };
  const width = toDegrees(Math.asin(Math.min(1, Math.sin(angle) / Math.cos(toRadians(lat))))) + MARGIN;
  const [west, east] = [lng - width, lng + width];
  return { west: west < -180 ? west + 360 : west, south, east: east > 180 ? east - 360 : east, north };
};

/** True if the filter limits the location to an area. */
export const hasArea = ({ within, inside }: LocationFilter = {}): boolean =>
  within !== undefined || inside !== undefined;

/**
 * Returns boxes that contain the filter's area and are slightly larger, for a search in an index. In each
 * box, `west` is at most `east`. Returns an empty list if the filter has no area.
 */
export const searchBoxes = ({ within, inside }: LocationFilter): readonly BoundingBox[] => {
  const box = within === undefined ? inside : boxAround(within);
  return box === undefined ? [] : plainBoxes(box);
};

/**
 * Returns the area of a box as boxes whose `west` is at most their `east`, so that numbers can be compared
 * directly. A box across the 180° meridian is split. A box with an edge on that meridian gets a second box,
 * because -180 and 180 are the same longitude.
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
