import { boxAround } from "@kalends/core/internals";
import {
  type BoundingBox,
  type Coordinates,
  distanceBetween,
  hasArea,
  plainBoxes,
  searchBoxes,
} from "@kalends/core/storage";
import { seedsOf } from "@kalends/storage-contract";
import { expect } from "chai";
import fc from "fast-check";

const isPlainlyInside = ({ lat, lng }: Coordinates, { west, south, east, north }: BoundingBox): boolean =>
  west <= lng && lng <= east && south <= lat && lat <= north;

const coordinates: fc.Arbitrary<Coordinates> = fc.record({
  lat: fc.oneof(
    fc.constantFrom(-90, 90, 0, 89.999999),
    fc.double({ min: -90, max: 90, noNaN: true, noDefaultInfinity: true }),
  ),
  lng: fc.oneof(
    fc.constantFrom(-180, 180, 0, 179.999999),
    fc.double({ min: -180, max: 180, noNaN: true, noDefaultInfinity: true }),
  ),
});

describe("geography", () => {
  it("measures along the great circle", () => {
    const [pole, quarter] = [{ lat: 90, lng: 12 }, (Math.PI * 6371.0088) / 2];
    expect(distanceBetween(pole, { lat: 0, lng: -170 })).to.be.closeTo(quarter, 1e-9);
    expect(distanceBetween(pole, { lat: -90, lng: 0 })).to.be.closeTo(2 * quarter, 1e-9);
    expect(distanceBetween(pole, { lat: 90, lng: -100 })).to.be.closeTo(0, 1e-9);
    expect(distanceBetween({ lat: 0, lng: 179.5 }, { lat: 0, lng: -179.5 })).to.be.closeTo(
      quarter / 90,
      1e-9,
    );
    expect(distanceBetween({ lat: 0, lng: 0 }, { lat: 0, lng: 180 })).to.be.closeTo(2 * quarter, 1e-9);
  });

  it("searches the box of a filter, that around its circle where it has both, and none where it has no area", () => {
    const inside = { west: 170, south: 0, east: -170, north: 10 };
    const within = { center: { lat: 0, lng: 0 }, kilometres: 10 };
    expect(searchBoxes({ inside })).to.deep.equal(plainBoxes(inside));
    expect(searchBoxes({ inside, within })).to.deep.equal(plainBoxes(boxAround(within)));
    expect(searchBoxes({ known: true })).to.deep.equal([]);
    expect([{ inside }, { within }, { known: true }].map(hasArea)).to.deep.equal([true, true, false]);
  });

  it("never leaves a point of a circle outside of the box around it, to the last bit", () => {
    for (const seed of seedsOf(1))
      fc.assert(
        fc.property(coordinates, coordinates, (center, point) => {
          const boxes = plainBoxes(boxAround({ center, kilometres: distanceBetween(center, point) }));
          expect(boxes.filter((box) => isPlainlyInside(point, box)).length).to.be.at.least(1);
        }),
        { seed, numRuns: 5000 },
      );
  });

  it("draws a box around a circle that is not much larger", () => {
    const { west, south, east, north } = boxAround({ center: { lat: 60, lng: 179.9 }, kilometres: 111.2 });
    expect([south, north].map((edge) => edge.toFixed(2))).to.deep.equal(["59.00", "61.00"]);
    expect([west, east].map((edge) => edge.toFixed(2))).to.deep.equal(["177.90", "-178.10"]);
  });

  it("has no point in two of the plain boxes, nor outside of both", () => {
    const sides = fc.tuple(coordinates, coordinates).map(([one, other]) => ({
      west: one.lng,
      east: other.lng,
      south: Math.min(one.lat, other.lat),
      north: Math.max(one.lat, other.lat),
    }));
    for (const seed of seedsOf(2))
      fc.assert(
        fc.property(sides, coordinates, (box, point) => {
          const names = Math.abs(point.lng) === 180 ? [180, -180] : [point.lng];
          const isInside = names.some((lng) =>
            box.west <= box.east ? box.west <= lng && lng <= box.east : box.west <= lng || lng <= box.east,
          );
          const expected = Number(isInside && box.south <= point.lat && point.lat <= box.north);
          expect(plainBoxes(box).filter((plain) => isPlainlyInside(point, plain))).to.have.length(expected);
        }),
        { seed, numRuns: 2000 },
      );
  });
});
