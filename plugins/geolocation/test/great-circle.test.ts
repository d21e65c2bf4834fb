import { plugin } from "@kalends/geolocation";
import { expect } from "chai";
import fc from "fast-check";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

interface Point {
  readonly lat: number;
  readonly lng: number;
}

/**
 * Returns the distance in kilometres by the haversine formula. An independent implementation to compare
 * results with.
 */
const haversine = (one: Point, other: Point): number => {
  const [lat, otherLat, width] = [one.lat, other.lat, other.lng - one.lng].map(
    (d) => (d / 180) * Math.PI,
  ) as [number, number, number];
  const half =
    Math.sin((otherLat - lat) / 2) ** 2 + Math.cos(lat) * Math.cos(otherLat) * Math.sin(width / 2) ** 2;
  return 2 * 6371.0088 * Math.atan2(Math.sqrt(half), Math.sqrt(1 - half));
};

/** Positions where distance formulas often fail: the poles, the antimeridian and the equator. */
const CENTERS: readonly Point[] = [
  { lat: 90, lng: 0 },
  { lat: -89.5, lng: -135 },
  { lat: 0, lng: 180 },
  { lat: 65, lng: -179.9 },
  { lat: 48, lng: 16 },
];
const STEPS = [-4, -1, 0, 1, 4];

const toPoint = (lat: number, lng: number): Point => ({
  lat: Math.max(-90, Math.min(90, lat)),
  lng: lng > 180 ? lng - 360 : lng < -180 ? lng + 360 : lng,
});

const PLACES: readonly Point[] = CENTERS.flatMap(({ lat, lng }) =>
  STEPS.flatMap((north) => [toPoint(lat + north, lng + 3 * north), toPoint(lat - north / 3, lng + north)]),
);

const SEED = Number(process.env.SEED ?? Math.trunc(Math.random() * 2 ** 31));

describe("a search by position", () => {
  let calendar: StartedCalendar;
  before(async () => {
    calendar = await startCalendar([plugin()]);
    for (const [index, { lat, lng }] of PLACES.entries())
      await calendar.add("/venues", { venue: `Place ${index}`, geo_lat: lat, geo_lng: lng });
  });
  after(() => calendar.close());

  it("finds what the haversine formula says, at poles and across the antimeridian, nearest first", async () => {
    const degrees = fc.double({ min: -6, max: 6, noNaN: true });
    const position = fc
      .tuple(fc.constantFrom(...CENTERS), degrees, degrees)
      .map(([{ lat, lng }, north, east]) => toPoint(lat + north, lng + east));
    const radius = fc.double({ min: 0, max: 1000, noNaN: true });
    // Runs once with a fixed seed and once with a random seed. The environment variable `SEED` sets the
    // random seed to repeat a failure.
    for (const seed of [20_310_310, SEED])
      await fc.assert(
        fc.asyncProperty(position, radius, async ({ lat, lng }, kilometres) => {
          const far = PLACES.map((place) => haversine({ lat, lng }, place));
          fc.pre(far.every((distance) => Math.abs(distance - kilometres) > 1e-6));
          const query = `geoloc_lat=${lat}&geoloc_lng=${lng}&geoloc_radius=${kilometres}&orderby=distance`;
          const { body } = await calendar.get(`/venues?${query}&per_page=50`);
          const expected = far.filter((distance) => distance <= kilometres).sort((a, b) => a - b);
          const found: readonly number[] = body.venues.map(({ distance }: { distance: number }) => distance);
          expect(found).to.have.length(expected.length);
          for (const [index, distance] of found.entries())
            expect(distance).to.be.closeTo(expected[index] ?? Number.NaN, 0.00051);
        }),
        { seed, numRuns: 100 },
      );
  });
});
