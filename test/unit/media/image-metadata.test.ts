import { createImageRenderer } from "@kalends/media";
import { expect } from "chai";
import sharp from "sharp";
import { box, fullBox, makeAvif, uint16 } from "./avif-boxes.ts";
import { rendered, TYPES, twoColours } from "./pictures.ts";
import { COPYRIGHT, PRIVATE, richImages, segment, withSegments } from "./rich-images.ts";

const pixels = async (bytes: Uint8Array): Promise<Buffer> =>
  sharp(bytes, { animated: true }).raw().toBuffer();

/** Creates an animation of two frames. */
const animation = async (): Promise<Buffer[]> => {
  const frame = await twoColours(40, 20).png().toBuffer();
  return [frame, await sharp(frame).flop().toBuffer()];
};

/** Returns the image in the form in which it is stored. */
const stored = async (bytes: Uint8Array): Promise<Buffer> => Buffer.from((await rendered(bytes)).bytes);

const copyrightOf = async (bytes: Uint8Array): Promise<string | undefined> =>
  (await sharp(bytes).metadata()).exif?.toString("latin1");

describe("ImageRenderer, given an image with metadata,", () => {
  for (const [format, make] of Object.entries(richImages)) {
    it(`keeps of ${format} the pixels, orientation, colour profile and copyright alone`, async () => {
      const sent = await make();
      const before = Buffer.from(sent);
      const { bytes, width, height } = await rendered(sent);
      const kept = Buffer.from(bytes);
      expect(sent.equals(before)).to.equal(true);
      expect(sent.includes(PRIVATE)).to.equal(true);
      expect(kept.includes(PRIVATE)).to.equal(false);
      expect(kept.includes(COPYRIGHT)).to.equal(true);
      expect((await pixels(kept)).equals(await pixels(sent))).to.equal(true);
      const [was, is] = [await sharp(sent).metadata(), await sharp(kept).metadata()];
      expect(is.orientation).to.equal(was.orientation);
      expect(is.icc && was.icc?.equals(is.icc)).to.equal(true);
      // Bytes that cannot be removed are replaced by zeros.
      expect((is.xmp ?? []).every((byte) => byte === 0)).to.equal(true);
      expect({ width, height }).to.deep.equal({ width: was.autoOrient.width, height: was.autoOrient.height });
      expect((await stored(kept)).equals(kept)).to.equal(true);
    });

    it(`keeps ${format} as it is on request, if an account sends it`, async () => {
      const sent = await make();
      const renderer = createImageRenderer({ keepsMetadata: true });
      const byAccount = await renderer.render(sent, { account: 1 });
      expect(byAccount).to.have.property("image").with.property("bytes", sent);
      const byStranger = await renderer.render(sent, { address: "192.0.2.1" });
      const bytes = "image" in byStranger ? Buffer.from(byStranger.image.bytes) : undefined;
      expect(bytes?.includes(PRIVATE)).to.equal(false);
    });
  }

  it("keeps images without metadata byte for byte", async () => {
    for (const [format] of TYPES) {
      const bytes = await twoColours(40, 30).toFormat(format, { effort: 1 }).toBuffer();
      expect((await stored(bytes)).equals(bytes), format).to.equal(true);
    }
    for (const options of [{ progressive: true }, { chromaSubsampling: "4:4:4" }]) {
      const bytes = await twoColours(40, 30).jpeg(options).toBuffer();
      expect((await stored(bytes)).equals(bytes)).to.equal(true);
    }
  });

  it("keeps the colours of JPEG in CMYK", async () => {
    const sent = withSegments(
      await twoColours(40, 30).toColourspace("cmyk").jpeg().toBuffer(),
      segment(0xfe, PRIVATE),
    );
    const kept = await stored(sent);
    expect(kept.includes(PRIVATE)).to.equal(false);
    expect((await pixels(kept)).equals(await pixels(sent))).to.equal(true);
  });

  it("leaves comments and XMP out of GIF, and keeps the frames and how often they repeat", async () => {
    const frames = await animation();
    const gif = await sharp(frames, { join: { animated: true } })
      .gif({ loop: 3, delay: [200, 400] })
      .toBuffer();
    const head = 13 + 3 * 2 ** (((gif[10] ?? 0) & 7) + 1);
    const sent = Buffer.concat([
      gif.subarray(0, head),
      Buffer.from(`!\xfe\x07${PRIVATE}\0!\xff\x0bXMP DataXMP\x07${PRIVATE}\0`, "latin1"),
      gif.subarray(head),
      Buffer.from(PRIVATE),
    ]);
    const kept = await stored(sent);
    expect(kept.equals(gif)).to.equal(true);
    const { pages, loop, delay } = await sharp(kept, { animated: true }).metadata();
    expect({ pages, loop, delay }).to.deep.equal({ pages: 2, loop: 3, delay: [200, 400] });
  });

  it("keeps the frames of animated PNG and WebP", async () => {
    const frames = await animation();
    const webp = await sharp(frames, { join: { animated: true } })
      .withExif({ IFD0: { Artist: PRIVATE } })
      .webp()
      .toBuffer();
    const kept = await stored(webp);
    expect([webp.includes(PRIVATE), kept.includes(PRIVATE)]).to.deep.equal([true, false]);
    expect((await pixels(kept)).equals(await pixels(webp))).to.equal(true);
  });

  it("finds the copyright in XMP and in IPTC where EXIF has none", async () => {
    const jpeg = await twoColours(40, 30).jpeg().toBuffer();
    const xmp = `<rdf:Description><dc:rights><rdf:Alt><rdf:li xml:lang="x-default">Ann &amp; Ben &#169;</rdf:li></rdf:Alt></dc:rights>${PRIVATE}`;
    const packet = Buffer.from(`http://ns.adobe.com/xap/1.0/\0${xmp}`);
    const notice = Buffer.from("\x1c\x02\x74\0\x09Ann & Ben", "latin1");
    const iptc = Buffer.concat([
      Buffer.from("Photoshop 3.0\x008BIM\x04\x25\0\0\0\0\0\x02xx8BIM\x04\x04\0\0\0\0\0\x0e", "latin1"),
      notice,
    ]);
    for (const data of [packet, iptc]) {
      const kept = await stored(withSegments(jpeg, segment(data === packet ? 0xe1 : 0xed, data)));
      expect(await copyrightOf(kept)).to.include("Ann & Ben");
      expect(kept.includes(PRIVATE)).to.equal(false);
    }
    const webp = await twoColours(40, 30)
      .withXmp(xmp.replace(PRIVATE, "</rdf:Description>"))
      .webp()
      .toBuffer();
    expect(await copyrightOf(await stored(webp))).to.include("Ann & Ben");
  });

  it("takes no endless or binary text for a copyright", async () => {
    for (const Copyright of ["x".repeat(3000), "\x01\x02\x03\x04\x05"]) {
      const jpeg = await twoColours(40, 30).withExif({ IFD0: { Copyright } }).jpeg().toBuffer();
      expect((await sharp(await stored(jpeg)).metadata()).exif).to.equal(undefined);
    }
  });

  for (const isInIdat of [false, true])
    it(`blanks what is no picture in AVIF, ${isInIdat ? "inside of the box idat" : "in the file"}`, async () => {
      const items = ["Exif", "mime", "uri ", "abcd", "av01"].map((type) => ({
        type,
        data: Buffer.from(`${type}${PRIVATE}`),
      }));
      // The last item is a preview of the image.
      const inMeta = [
        fullBox("iref", 0, box("thmb", uint16(6), uint16(1), uint16(1))),
        box("uuid", "a type of 16 ...", PRIVATE),
      ];
      const atTop = [
        box("free", PRIVATE),
        box("moov", fullBox("mvhd", 0, Buffer.alloc(96)), box("udta", PRIVATE)),
      ];
      const sent = await makeAvif({ items, isInIdat, inMeta, atTop });
      const kept = await stored(sent);
      expect(kept.length).to.equal(sent.length);
      expect(kept.includes(PRIVATE)).to.equal(false);
      expect((await pixels(kept)).equals(await pixels(await makeAvif()))).to.equal(true);
    });
});
