import { createImageRenderer } from "@kalends/media";
import { expect } from "chai";
import fc from "fast-check";
import { TYPES, twoColours } from "./pictures.ts";
import { richImages } from "./rich-images.ts";

/**
 * Maximum number of bytes by which a file grows if its EXIF data is rewritten with the texts that are kept.
 */
const ADDED = 2100;

interface Change {
  /** Position of the change, relative to the length of the file, from 0 to 1. */
  readonly at: number;
  readonly length: number;
  readonly bytes: Uint8Array;
}

const changes: fc.Arbitrary<readonly Change[]> = fc.array(
  fc.record({
    // Files begin with their directory, so changes near the beginning are more frequent.
    at: fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 0.1, noNaN: true })),
    length: fc.oneof(fc.constant(0), fc.nat(8), fc.nat(500)),
    bytes: fc.oneof(
      fc.uint8Array({ maxLength: 9 }),
      fc.constantFrom(
        Buffer.alloc(4),
        Buffer.alloc(4, 255),
        Buffer.from([0, 0, 0, 1]),
        Buffer.from([255, 218]),
      ),
    ),
  }),
  { minLength: 1, maxLength: 4 },
);

const changed = (image: Buffer, all: readonly Change[]): Buffer =>
  all.reduce((bytes, { at, length, bytes: inserted }) => {
    const start = Math.floor(at * bytes.length);
    return Buffer.concat([bytes.subarray(0, start), inserted, bytes.subarray(start + length)]);
  }, image);

describe("ImageRenderer, given images of which parts were changed,", () => {
  for (const [format] of TYPES)
    it(`returns an image or a refusal, always the same: ${format}`, async () => {
      const make = richImages[format] ?? (() => twoColours(40, 30).toFormat(format).toBuffer());
      const image = await make();
      const renderer = createImageRenderer();
      await fc.assert(
        fc.asyncProperty(changes, async (all) => {
          const sent = changed(image, all);
          const outcome = await renderer.render(sent, { account: 1 });
          if ("refusal" in outcome) {
            expect(outcome.refusal).to.match(/^image|^not-an-image$/);
            return;
          }
          const { bytes } = outcome.image;
          expect(bytes.length).to.be.at.most(sent.length + ADDED);
          const again = await renderer.render(bytes, { account: 1 });
          expect("image" in again && Buffer.from(again.image.bytes).equals(bytes)).to.equal(true);
        }),
      );
    });
});
