import { deflateSync } from "node:zlib";
import { expect } from "chai";
import { box, fullBox, makeAvif, uint16, uint32 } from "./avif-boxes.ts";
import { render, rendered, twoColours } from "./pictures.ts";
import { makeChunk, makePng, packed } from "./png-chunks.ts";
import { segment, withSegments } from "./rich-images.ts";

const MIB = 1024 * 1024;
/** Repeats a part up to the maximum size of an upload. */
const filling = (part: Buffer): Buffer => repeated(part, Math.floor((9.9 * MIB) / part.length));
const repeated = (part: Buffer, count: number): Buffer => Buffer.alloc(part.length * count, part);
const text = (latin1: string): Buffer => Buffer.from(latin1, "latin1");

/** Creates EXIF data whose directory refers to itself this number of times as the directory of the camera. */
const endlessExif = (entries: number): Buffer => {
  const tiff = Buffer.alloc(14 + entries * 12);
  tiff.write("MM\0*\0\0\0\x08", "latin1");
  tiff.writeUInt16BE(entries, 8);
  const entry = Buffer.from([0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 8]);
  tiff.fill(entry, 10, 10 + entries * 12);
  return tiff;
};

const jpeg = (): Promise<Buffer> => twoColours(40, 30).jpeg().toBuffer();

const webpChunk = (type: string, data: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return Buffer.concat([text(type), length, data, Buffer.alloc(data.length % 2)]);
};
const webp = async (chunksOf: (picture: Buffer) => Buffer, flags = 0): Promise<Buffer> => {
  const picture = (await twoColours(1, 1).webp({ lossless: true }).toBuffer()).subarray(12);
  const extended = Buffer.alloc(10);
  extended[0] = flags;
  const chunks = Buffer.concat([webpChunk("VP8X", extended), chunksOf(picture)]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(chunks.length + 4);
  return Buffer.concat([text("RIFF"), length, text("WEBP"), chunks]);
};
const webpFrame = (picture: Buffer): Buffer => webpChunk("ANMF", Buffer.concat([Buffer.alloc(16), picture]));

const GIF_HEAD = text("GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff");
const GIF_FRAME = text(",\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0");
const gif = (...parts: readonly Buffer[]): Buffer => Buffer.concat([GIF_HEAD, ...parts, text(";")]);

const PNG_SIZE = { width: 40, height: 30 };
const pngWith = (chunks: Buffer): Buffer => {
  const png = makePng(PNG_SIZE);
  return Buffer.concat([png.subarray(0, 33), chunks, png.subarray(33)]);
};

/** Creates an AVIF file with a grid, as item 2, that repeats the image of 64 x 48 pixels. */
const avifWithGrid = (tiles: number): Promise<Buffer> =>
  makeAvif({
    items: [{ type: "grid", data: Buffer.from([0, 0, 0, tiles - 1, 0, 64, 0, 48]) }],
    inMeta: [
      fullBox(
        "iref",
        0,
        box("dimg", uint16(2), uint16(tiles), ...Array.from({ length: tiles }, () => uint16(1))),
      ),
    ],
  });

/** Files with data that is removed before the decoder runs. */
const LEFT_OUT: Readonly<Record<string, () => Buffer | Promise<Buffer>>> = {
  "PNG with packed texts": () => pngWith(repeated(makeChunk("zTXt", packed("x", 50 * MIB)), 20)),
  "PNG with packed texts behind the pixels": () => {
    const png = makePng(PNG_SIZE);
    const texts = repeated(makeChunk("zTXt", packed("x", 50 * MIB)), 20);
    return Buffer.concat([png.subarray(0, -12), texts, png.subarray(-12)]);
  },
  "PNG with packed international texts": () =>
    pngWith(
      repeated(
        makeChunk("iTXt", Buffer.concat([text("x\0\x01\0\0\0"), deflateSync(Buffer.alloc(7 * MIB))])),
        1000,
      ),
    ),
  "PNG with a long text": () =>
    pngWith(makeChunk("tEXt", Buffer.concat([text("Comment\0"), Buffer.alloc(9 * MIB, "x")]))),
  "PNG with a long copyright": () =>
    pngWith(makeChunk("tEXt", Buffer.concat([text("Copyright\0"), Buffer.alloc(9 * MIB, "x")]))),
  "PNG with endless EXIF": () => pngWith(makeChunk("eXIf", endlessExif(65_535))),
  "PNG with a profile of very many tags": () =>
    makePng(PNG_SIZE, [["iCCP", Buffer.concat([text("x\0\0"), deflateSync(Buffer.alloc(MIB, 1))])]]),
  "JPEG with endless EXIF": async () =>
    withSegments(await jpeg(), segment(0xe1, Buffer.concat([text("Exif\0\0"), endlessExif(5400)]))),
  "JPEG with previews": async () =>
    withSegments(
      await jpeg(),
      ...Array.from({ length: 150 }, () => segment(0xe2, `MPF\0${"x".repeat(60_000)}`)),
    ),
  "JPEG with bytes between its segments": async () => withSegments(await jpeg(), Buffer.alloc(9 * MIB, 0xff)),
  "WebP with endless EXIF": () =>
    webp((picture) => Buffer.concat([picture, webpChunk("EXIF", endlessExif(65_535))]), 8),
  "WebP with much XMP": () =>
    webp((picture) => Buffer.concat([picture, webpChunk("XMP ", Buffer.alloc(9 * MIB, "<"))]), 4),
  "GIF with a comment of single bytes": () =>
    gif(text("!\xfe"), repeated(text("\x01x"), 400_000), text("\0"), GIF_FRAME),
};

/** Files that are refused before the decoder runs. */
const REFUSED: readonly (readonly [
  name: string,
  make: () => Buffer | Promise<Buffer>,
  refusal: "image-damaged" | "image-profile-too-large" | "image-too-many-pixels",
])[] = [
  ...["tEXt", "zTXt", "iTXt", "eXIf", "iCCP", "fdAT", "IDAT", "tIME", "gAMA", "abCd"].map(
    (type) =>
      [
        `PNG of empty chunks ${type}`,
        () => pngWith(filling(makeChunk(type, Buffer.alloc(0)))),
        "image-damaged",
      ] as const,
  ),
  [
    "animated PNG of very many frames",
    () => pngWith(filling(makeChunk("fcTL", Buffer.alloc(0)))),
    "image-too-many-pixels",
  ],
  [
    "PNG with a packed profile",
    () => makePng(PNG_SIZE, [["iCCP", packed("x", MIB + 1)]]),
    "image-profile-too-large",
  ],
  [
    "PNG with a profile of empty blocks",
    () =>
      makePng(PNG_SIZE, [["iCCP", Buffer.concat([text("x\0\0\x78\x01"), filling(text("\0\0\0\xff\xff"))])]]),
    "image-profile-too-large",
  ],
  ...[0xe1, 0xe2, 0xed, 0xef, 0xfe, 0xdd].map(
    (marker) =>
      [
        `JPEG of empty segments ${marker.toString(16)}`,
        async () => withSegments(await jpeg(), filling(segment(marker, ""))),
        "image-damaged",
      ] as const,
  ),
  [
    "JPEG of very many tables",
    async () => withSegments(await jpeg(), filling(segment(0xdb, Buffer.alloc(65, 1)))),
    "image-damaged",
  ],
  [
    "JPEG of very many scans",
    async () => {
      const progressive = await twoColours(40, 30).jpeg({ progressive: true }).toBuffer();
      const scan = progressive.subarray(progressive.lastIndexOf(text("\xff\xda")), -2);
      return Buffer.concat([progressive.subarray(0, -2), repeated(scan, 100), progressive.subarray(-2)]);
    },
    "image-damaged",
  ],
  [
    "JPEG with a large profile",
    async () =>
      withSegments(
        await jpeg(),
        ...Array.from({ length: 80 }, (_, index) =>
          segment(0xe2, `ICC_PROFILE\0${String.fromCharCode(index + 1, 80)}${"x".repeat(60_000)}`),
        ),
      ),
    "image-profile-too-large",
  ],
  [
    "WebP of very many frames",
    () => webp((picture) => filling(webpFrame(picture)), 2),
    "image-too-many-pixels",
  ],
  [
    "WebP of very many chunks",
    () => webp((picture) => Buffer.concat([picture, filling(webpChunk("abcd", Buffer.alloc(0)))])),
    "image-damaged",
  ],
  [
    "WebP of very many chunks in a frame",
    () =>
      webp((picture) => webpFrame(Buffer.concat([picture, filling(webpChunk("abcd", Buffer.alloc(0)))])), 2),
    "image-damaged",
  ],
  [
    "WebP with a large profile",
    () => webp((picture) => Buffer.concat([webpChunk("ICCP", Buffer.alloc(9 * MIB)), picture]), 32),
    "image-profile-too-large",
  ],
  [
    "GIF of very many extensions",
    () => gif(filling(text("!\xf9\x04\0\0\0\0\0")), GIF_FRAME),
    "image-damaged",
  ],
  [
    "GIF of very small blocks",
    () => gif(GIF_FRAME.subarray(0, 11), filling(text("\x01x")), text("\0")),
    "image-damaged",
  ],
  ["AVIF with a grid of the same tile many times", () => avifWithGrid(200), "image-damaged"],
  ["AVIF with the same frame many times", () => makeAvif({ frames: 5 }), "image-damaged"],
  ["AVIF of very many boxes", () => makeAvif({ atTop: [filling(box("free"))] }), "image-damaged"],
  [
    "AVIF with a large profile",
    () => makeAvif({ inMeta: [box("iprp", box("ipco", box("colr", "prof", Buffer.alloc(9 * MIB))))] }),
    "image-profile-too-large",
  ],
  [
    "AVIF with a long name of an item",
    () =>
      makeAvif({
        inMeta: [
          fullBox(
            "iinf",
            0,
            uint16(1),
            fullBox("infe", 2, uint16(2), uint16(0), "Exif", Buffer.alloc(MIB, "x")),
          ),
        ],
      }),
    "image-damaged",
  ],
  [
    "AVIF whose items share their bytes",
    async () => {
      const places = Array.from({ length: 90 }, (_, index) =>
        Buffer.concat([uint16(index + 2), uint16(0), uint16(1), uint32(0), uint32(90_000)]),
      );
      const iloc = fullBox("iloc", 0, Buffer.from([0x44, 0]), uint16(90), ...places);
      return makeAvif({ inMeta: [iloc], atTop: [box("free", Buffer.alloc(100_000))] });
    },
    "image-damaged",
  ],
  [
    "AVIF with a long film",
    () => makeAvif({ atTop: [box("moov", box("trak", Buffer.alloc(9 * MIB)))] }),
    "image-damaged",
  ],
];

describe("ImageRenderer, given an image whose header would take long to read,", () => {
  for (const [name, make] of Object.entries(LEFT_OUT))
    it(`leaves it out of what is decoded and stored: ${name}`, async () => {
      const { bytes, sizes } = await rendered(await make());
      expect(bytes.length).to.be.lessThan(2000);
      expect(sizes).to.deep.equal({});
    });

  for (const [name, make, refusal] of REFUSED)
    it(`refuses it: ${name}`, async () => {
      expect(await render(await make())).to.deep.equal({ refusal });
    });

  it("accepts an AVIF with a grid of a few tiles", async () => {
    expect(await rendered(await avifWithGrid(4))).to.include({ width: 64, height: 48 });
  });
});
