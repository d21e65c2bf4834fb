import { expect } from "chai";
import sharp from "sharp";
import { box, makeAvif } from "./avif-boxes.ts";
import { rendered, twoColours } from "./pictures.ts";
import { makeChunk } from "./png-chunks.ts";
import { PRIVATE, segment, withSegments } from "./rich-images.ts";

const pixels = async (bytes: Uint8Array): Promise<Buffer> =>
  sharp(bytes, { animated: true }).raw().toBuffer();

/**
 * Stores an image. Checks that its pixels are unchanged, and that storing the result again changes nothing.
 */
const stored = async (sent: Buffer): Promise<Buffer> => {
  expect(sent.includes(PRIVATE)).to.equal(true);
  const kept = Buffer.from((await rendered(sent)).bytes);
  expect(kept.includes(PRIVATE)).to.equal(false);
  expect((await pixels(kept)).equals(await pixels(sent))).to.equal(true);
  expect(Buffer.from((await rendered(kept)).bytes).equals(kept)).to.equal(true);
  return kept;
};

const translucent = (): ReturnType<typeof sharp> =>
  sharp({ create: { width: 40, height: 30, channels: 4, background: { r: 200, g: 10, b: 60, alpha: 0.5 } } });

const insert = (bytes: Buffer, at: number, ...parts: readonly Buffer[]): Buffer =>
  Buffer.concat([bytes.subarray(0, at), ...parts, bytes.subarray(at)]);

describe("ImageRenderer, given bytes that are hidden between those of the pixels,", () => {
  describe("leaves out of JPEG", () => {
    const [SOS, EOI] = [Buffer.from([0xff, 0xda]), Buffer.from([0xff, 0xd9])];

    for (const progressive of [false, true])
      it(`the number of lines behind a scan, whatever it has: ${progressive ? "progressive" : "baseline"}`, async () => {
        const jpeg = await twoColours(40, 30).jpeg({ progressive }).toBuffer();
        const second = jpeg.indexOf(SOS, jpeg.indexOf(SOS) + 2);
        const at = progressive ? second : jpeg.lastIndexOf(EOI);
        const sent = insert(jpeg, at, segment(0xdc, `\0\x1e${PRIVATE}`), segment(0xdc, "\0\x1e"));
        expect((await stored(sent)).equals(jpeg)).to.equal(true);
      });

    it("what is longer than Adobe's colour transform, and keeps that", async () => {
      const jpeg = await twoColours(40, 30).toColourspace("cmyk").jpeg().toBuffer();
      const at = jpeg.indexOf("Adobe") - 4;
      const length = jpeg.readUInt16BE(at + 2);
      const long = segment(
        0xee,
        Buffer.concat([jpeg.subarray(at + 4, at + 2 + length), Buffer.from(PRIVATE)]),
      );
      const sent = Buffer.concat([jpeg.subarray(0, at), long, jpeg.subarray(at + 2 + length)]);
      expect(length).to.equal(14);
      expect((await stored(sent)).equals(jpeg)).to.equal(true);
      const short = withSegments(await twoColours(40, 30).jpeg().toBuffer(), segment(0xee, "Adobe"));
      expect((await sharp((await rendered(short)).bytes).metadata()).space).to.equal("srgb");
    });
  });

  describe("leaves out of PNG", () => {
    const HEAD = 33;
    const types = ["cHRM", "gAMA", "sRGB", "cICP", "mDCV", "cLLI", "pHYs", "acTL", "sBIT", "bKGD", "tRNS"];
    const kinds = {
      grey: () => twoColours(40, 30).toColourspace("b-w").png(),
      colours: () => twoColours(40, 30).removeAlpha().png(),
      "a palette": () => twoColours(40, 30).png({ palette: true }),
      transparency: () => translucent().png(),
    };

    for (const [kind, make] of Object.entries(kinds))
      it(`chunks of other lengths than they have: ${kind}`, async () => {
        const png = await make().toBuffer();
        // The data is longer than a palette.
        const data = Buffer.from(PRIVATE.repeat(40));
        for (const type of types) {
          const kept = await stored(insert(png, png.indexOf("IDAT") - 4, makeChunk(type, data)));
          expect(kept.equals(png), type).to.equal(true);
        }
      });

    it("frames where the image announces none in front of its pixels", async () => {
      const png = await twoColours(40, 30).png().toBuffer();
      const end = png.indexOf("IEND") - 4;
      const late = makeChunk("acTL", Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]));
      for (const type of ["fdAT", "fcTL"]) {
        const frame = makeChunk(type, Buffer.from(PRIVATE));
        expect((await stored(insert(png, HEAD, frame))).equals(png)).to.equal(true);
        await stored(insert(png, end, late, frame));
      }
    });

    it("what the end of the image has, and the language of a copyright", async () => {
      const png = await twoColours(40, 30).png().toBuffer();
      const end = png.indexOf("IEND") - 4;
      const long = Buffer.concat([png.subarray(0, end), makeChunk("IEND", Buffer.from(PRIVATE))]);
      expect((await stored(long)).equals(png)).to.equal(true);
      const notice = (language: string): Buffer =>
        makeChunk("iTXt", Buffer.from(`Copyright\0\0\0${language}\0${language}\0Ann`));
      const kept = await stored(insert(png, HEAD, notice(PRIVATE)));
      expect(kept.equals(insert(png, HEAD, notice("")))).to.equal(true);
    });
  });

  it("keeps the frames, colours and density of PNG byte for byte", async () => {
    const png = await twoColours(40, 30).removeAlpha().png().toBuffer();
    const control = makeChunk(
      "fcTL",
      Buffer.from([...Buffer.alloc(7), 40, 0, 0, 0, 30, ...Buffer.alloc(14)]),
    );
    const idat = png.indexOf("IDAT");
    const data = png.subarray(idat + 4, idat + 4 + png.readUInt32BE(idat - 4));
    const animated = Buffer.concat([
      png.subarray(0, 33),
      makeChunk("gAMA", Buffer.from([0, 0, 0xb1, 0x8f])),
      makeChunk("sRGB", Buffer.alloc(1)),
      makeChunk("sBIT", Buffer.from([8, 8, 8])),
      makeChunk("bKGD", Buffer.alloc(6)),
      makeChunk("tRNS", Buffer.alloc(6)),
      control,
      makeChunk("acTL", Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])),
      png.subarray(33, -12),
      control,
      makeChunk("fdAT", Buffer.concat([Buffer.from([0, 0, 0, 2]), data])),
      png.subarray(-12),
    ]);
    expect(Buffer.from((await rendered(animated)).bytes).equals(animated)).to.equal(true);
    const palette = await translucent().png({ palette: true }).toBuffer();
    expect(palette.includes("tRNS")).to.equal(true);
    expect(Buffer.from((await rendered(palette)).bytes).equals(palette)).to.equal(true);
  });

  describe("leaves out of WebP", () => {
    const chunk = (type: string, data: Buffer | string): Buffer => {
      const body = typeof data === "string" ? Buffer.from(data, "latin1") : data;
      const head = Buffer.from(`${type}\0\0\0\0`, "latin1");
      head.writeUInt32LE(body.length, 4);
      return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
    };
    const riff = (chunks: Buffer): Buffer => {
      const file = Buffer.concat([Buffer.from("RIFF\0\0\0\0WEBP", "latin1"), chunks]);
      file.writeUInt32LE(file.length - 8, 4);
      return file;
    };
    interface Chunk {
      readonly type: string;
      readonly data: Buffer;
    }
    const chunksOf = (bytes: Buffer): readonly Chunk[] => {
      const found: Chunk[] = [];
      for (let at = 12; at < bytes.length; ) {
        const length = bytes.readUInt32LE(at + 4);
        found.push({
          type: bytes.toString("latin1", at, at + 4),
          data: bytes.subarray(at + 8, at + 8 + length),
        });
        at += 8 + length + (length % 2);
      }
      return found;
    };
    const made = (bytes: Buffer, change: (made: Chunk) => Buffer): Buffer =>
      riff(Buffer.concat(chunksOf(bytes).map((one) => change(one))));
    const frames = async (options: object): Promise<Buffer> => {
      const frame = await translucent().png().toBuffer();
      return sharp([frame, await sharp(frame).negate().toBuffer()], { join: { animated: true } })
        .webp(options)
        .toBuffer();
    };

    for (const lossless of [false, true])
      it(`all but the pixels of a frame: ${lossless ? "lossless" : "lossy"}`, async () => {
        const webp = await frames({ lossless });
        expect(Buffer.from((await rendered(webp)).bytes).equals(webp)).to.equal(true);
        const sent = made(webp, ({ type, data }) =>
          chunk(
            type,
            type === "ANMF" ? Buffer.concat([data, chunk("EXIF", PRIVATE), chunk("abcd", PRIVATE)]) : data,
          ),
        );
        expect((await stored(sent)).equals(webp)).to.equal(true);
      });

    it("what is longer than the header, or follows the pixels", async () => {
      const webp = await translucent().webp().toBuffer();
      expect(chunksOf(webp).map(({ type }) => type)).to.deep.equal(["VP8X", "ALPH", "VP8 "]);
      const long = made(webp, ({ type, data }) =>
        chunk(type, type === "VP8X" ? Buffer.concat([data, Buffer.from(PRIVATE)]) : data),
      );
      expect((await stored(long)).equals(webp)).to.equal(true);
      const plain = await twoColours(40, 20).webp().toBuffer();
      for (const type of ["ALPH", "ANIM", "ANMF", "ICCP", "VP8L"])
        expect(
          (await stored(riff(Buffer.concat([plain.subarray(12), chunk(type, PRIVATE)])))).equals(plain),
        ).to.equal(true);
    });
  });

  describe("blanks in AVIF", () => {
    it("data that belongs to no item, and boxes that are there twice", async () => {
      const avif = await twoColours(64, 48).avif({ effort: 0 }).toBuffer();
      for (const part of [box("mdat", PRIVATE), box("ftyp", PRIVATE), Buffer.from(PRIVATE)]) {
        const kept = await stored(Buffer.concat([avif, part]));
        expect(kept.length).to.equal(avif.length + part.length);
        expect(kept.subarray(0, avif.length).equals(avif)).to.equal(true);
      }
      const mdat = avif.indexOf("mdat") - 4;
      const longer = Buffer.concat([avif, Buffer.from(PRIVATE)]);
      longer.writeUInt32BE(longer.length - mdat, mdat);
      expect((await stored(longer)).subarray(mdat + 8, avif.length).equals(avif.subarray(mdat + 8))).to.equal(
        true,
      );
    });

    it("data of the box idat that belongs to no item", async () => {
      await stored(await makeAvif({ inMeta: [box("idat", PRIVATE)] }));
    });
  });

  it("keeps the data of an AVIF that has a film, too", async () => {
    const film = box("moov", Buffer.alloc(0));
    const sent = Buffer.concat([await makeAvif(), box("mdat", "frames of the film"), film]);
    expect(Buffer.from((await rendered(sent)).bytes).includes("frames of the film")).to.equal(true);
  });
});
