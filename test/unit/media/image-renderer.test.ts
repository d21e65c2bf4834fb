import { spawnSync } from "node:child_process";
import type { RenderedImage } from "@kalends/core";
import { createImageRenderer, type ImageRendererOptions } from "@kalends/media";
import { expect } from "chai";
import sharp, { type Sharp } from "sharp";
import { makePng, packed } from "./png-chunks.ts";

const TYPES = [
  ["jpeg", "image/jpeg", "jpg"],
  ["png", "image/png", "png"],
  ["gif", "image/gif", "gif"],
  ["webp", "image/webp", "webp"],
  ["avif", "image/avif", "avif"],
] as const;

/** Red on the left, blue on the right. */
const twoColours = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: "red" } }).composite([
    {
      input: { create: { width: Math.ceil(width / 2), height, channels: 3, background: "blue" } },
      gravity: "east",
    },
  ]);

const render = (bytes: Uint8Array, options: ImageRendererOptions = {}) =>
  createImageRenderer(options).render(bytes);

const rendered = async (bytes: Uint8Array, options: ImageRendererOptions = {}): Promise<RenderedImage> => {
  const answer = await render(bytes, options);
  if ("refusal" in answer) throw new Error(answer.refusal);
  return answer.image;
};

const dimensions = ({ sizes }: RenderedImage): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(sizes).map(([name, { width, height }]) => [name, `${width}x${height}`]));

/** Whether red or blue is in the corners: left top, right top, left bottom, right bottom. */
const corners = async (bytes: Uint8Array): Promise<string> => {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const colour = (x: number, y: number): string => {
    const at = (y * info.width + x) * info.channels;
    return (data[at] ?? 0) > (data[at + 2] ?? 0) ? "r" : "b";
  };
  const [right, bottom] = [info.width - 1, info.height - 1];
  return colour(0, 0) + colour(right, 0) + colour(0, bottom) + colour(right, bottom);
};

describe("ImageRenderer", () => {
  for (const [format, mimeType, extension] of TYPES)
    it(`makes sizes of ${format} images, of the same type`, async () => {
      const bytes = await twoColours(1600, 900).toFormat(format, { effort: 1 }).toBuffer();
      const before = Buffer.from(bytes);
      const image = await rendered(bytes);
      expect(bytes.equals(before)).to.equal(true);
      expect(image).to.include({ mimeType, extension, width: 1600, height: 900 });
      expect(dimensions(image)).to.deep.equal({
        thumbnail: "150x150",
        medium: "300x169",
        medium_large: "768x432",
        large: "1024x576",
      });
      for (const size of Object.values(image.sizes)) {
        expect(size).to.include({ mimeType, extension });
        const { width, height, format: found } = await sharp(size.bytes).metadata();
        expect({ width, height }).to.deep.equal({ width: size.width, height: size.height });
        expect(found).to.equal(format === "avif" ? "heif" : format);
        expect(await corners(size.bytes)).to.equal("rbrb");
      }
    });

  it("makes only sizes that are smaller than the image", async () => {
    for (const [width, height, expected] of [
      [1, 1, {}],
      [150, 150, {}],
      [151, 150, { thumbnail: "150x150" }],
      [200, 100, { thumbnail: "150x100" }],
      [300, 300, { thumbnail: "150x150" }],
      [301, 10, { thumbnail: "150x10", medium: "300x10" }],
      [800, 600, { thumbnail: "150x150", medium: "300x225", medium_large: "768x576" }],
      [10, 2000, { thumbnail: "10x150", medium: "2x300", large: "5x1024" }],
      [3000, 1, { thumbnail: "150x1", medium: "300x1", medium_large: "768x1", large: "1024x1" }],
    ] as const) {
      const image = await rendered(await twoColours(width, height).png().toBuffer());
      expect(dimensions(image), `${width}x${height}`).to.deep.equal(expected);
      expect(image).to.include({ width, height });
    }
  });

  it("shows the image as it is to be looked at, whatever the orientation it is stored in", async () => {
    const expected = ["rbrb", "brbr", "brbr", "rbrb", "rrbb", "rrbb", "bbrr", "bbrr"];
    for (const format of ["jpeg", "png", "webp"] as const)
      for (const [index, found] of expected.entries()) {
        const bytes = await twoColours(400, 200)
          .withMetadata({ orientation: index + 1 })
          .toFormat(format)
          .toBuffer();
        const image = await rendered(bytes);
        const isTurned = index >= 4;
        const name = `${format} ${index + 1}`;
        expect([image.width, image.height], name).to.deep.equal(isTurned ? [200, 400] : [400, 200]);
        expect(dimensions(image).medium, name).to.equal(isTurned ? "150x300" : "300x150");
        for (const size of Object.values(image.sizes)) {
          expect(await corners(size.bytes), name).to.equal(found);
          expect((await sharp(size.bytes).metadata()).orientation, name).to.equal(undefined);
        }
      }
  });

  it("leaves places, names and profiles out of the sizes", async () => {
    const bytes = await twoColours(400, 200)
      .withExif({
        IFD0: { Artist: "Nobody" },
        IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 3230/100" },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Nobody</x:xmpmeta>')
      .withIccProfile("p3")
      .jpeg()
      .toBuffer();
    expect(bytes.includes("Nobody")).to.equal(true);
    for (const size of Object.values((await rendered(bytes)).sizes)) {
      const { exif, xmp, icc, iptc } = await sharp(size.bytes).metadata();
      expect([exif, xmp, icc, iptc]).to.deep.equal([undefined, undefined, undefined, undefined]);
    }
  });

  it("keeps what is transparent so, and takes grey, CMYK and 16 bits", async () => {
    const clear = sharp({ create: { width: 400, height: 200, channels: 4, background: "#ff000000" } });
    for (const format of ["png", "webp", "gif", "avif"] as const) {
      const image = await rendered(await clear.clone().toFormat(format).toBuffer());
      const { channels } = await sharp(image.sizes.medium?.bytes).stats();
      expect(channels.at(-1)?.max, format).to.equal(0);
    }
    for (const bytes of [
      await twoColours(400, 200).greyscale().jpeg().toBuffer(),
      await twoColours(400, 200).toColourspace("cmyk").jpeg().toBuffer(),
      await twoColours(400, 200).toColourspace("rgb16").png().toBuffer(),
      await twoColours(400, 200).toColourspace("rgb16").avif({ bitdepth: 10, effort: 1 }).toBuffer(),
    ])
      expect(dimensions(await rendered(bytes))).to.deep.equal({ thumbnail: "150x150", medium: "300x150" });
  });

  it("shows the first frame of an animation", async () => {
    const frames = [
      await twoColours(400, 200).png().toBuffer(),
      await twoColours(400, 200).flop().png().toBuffer(),
    ];
    for (const format of ["gif", "webp"] as const) {
      const image = await rendered(
        await sharp(frames, { join: { animated: true } })
          .toFormat(format)
          .toBuffer(),
      );
      expect(image).to.include({ width: 400, height: 200 });
      expect((await sharp(image.sizes.medium?.bytes).metadata()).pages ?? 1).to.equal(1);
      expect(await corners(image.sizes.medium?.bytes ?? Buffer.alloc(0))).to.equal("rbrb");
    }
  });

  it("takes an image by its content, though a document follows", async () => {
    const bytes = await twoColours(400, 200).jpeg().toBuffer();
    const image = await rendered(Buffer.concat([bytes, Buffer.from("<script>alert(1)</script>")]));
    expect(image).to.include({ mimeType: "image/jpeg", width: 400, height: 200 });
  });

  describe("refuses", () => {
    const text = (value: string): Buffer => Buffer.from(value, "latin1");
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';

    for (const [name, bytes] of [
      ["nothing", text("")],
      ["one byte", text("\xff")],
      ["SVG", text(svg)],
      ["SVG behind a declaration", text(`\xef\xbb\xbf<?xml version="1.0"?>\n<!DOCTYPE svg>${svg}`)],
      ["SVG behind blanks", text(`\n\n   ${svg}`)],
      ["HTML", text("<!doctype html><img src=x>")],
      ["PDF", text("%PDF-1.7\n")],
      ["TIFF", text("II*\0\x08\0\0\0")],
      ["BMP", text("BM\x46\0\0\0\0\0\0\0")],
      ["an icon", text("\0\0\x01\0\x01\0")],
      ["a camera's HEIC", text("\0\0\0\x18ftypheic\0\0\0\0mif1heic")],
      ["a film", text("\0\0\0\x18ftypisom\0\0\0\0isomavc1")],
      ["a box with AVIF in the version", text("\0\0\0\x14ftypisomavifisom")],
      ["a sound in RIFF", text("RIFF\x24\0\0\0WAVEfmt ")],
      ["GIF of another version", text("GIF88a\x01\0\x01\0\0\0\0")],
      ["a packed file", text("\x1f\x8b\x08\0\0\0\0\0")],
    ] as const)
      it(`${name}: not-an-image`, async () => {
        expect(await render(bytes)).to.deep.equal({ refusal: "not-an-image" });
      });

    for (const [name, bytes] of [
      ["SVG behind the first bytes of a JPEG", text(`\xff\xd8\xff${svg}`)],
      ["SVG behind those of a PNG", text(`\x89PNG\r\n\x1a\n${svg}`)],
      ["SVG behind those of a GIF", text(`GIF89a${svg}`)],
      ["SVG in a WebP", text(`RIFF\x20\0\0\0WEBP${svg}`)],
      ["SVG in an AVIF", text(`\0\0\0\x14ftypavif\0\0\0\0avif${svg}`)],
      ["a PNG that ends after its header", makePng({ width: 10, height: 10 }).subarray(0, 33)],
    ] as const)
      it(`${name}: image-damaged`, async () => {
        expect(await render(bytes)).to.deep.equal({ refusal: "image-damaged" });
      });

    for (const [format] of TYPES)
      it(`${format} that breaks off: image-damaged`, async () => {
        const bytes = await sharp({
          create: {
            width: 600,
            height: 400,
            channels: 3,
            background: "black",
            noise: { type: "gaussian", mean: 128, sigma: 60 },
          },
        })
          .toFormat(format, { effort: 1 })
          .toBuffer();
        for (const part of [0.02, 0.5, 0.9])
          expect(await render(bytes.subarray(0, bytes.length * part)), String(part)).to.deep.equal({
            refusal: "image-damaged",
          });
      });

    it("50,000 x 50,000 pixels: image-too-many-pixels", async () => {
      const bomb = makePng({ width: 50_000, height: 50_000, isWhole: false });
      expect(await render(bomb)).to.deep.equal({ refusal: "image-too-many-pixels" });
      const longest = makePng({ width: 2 ** 31 - 1, height: 2 ** 31 - 1, isWhole: false });
      expect(await render(longest)).to.have.property("refusal");
    });

    it("one pixel too many, and none less", async () => {
      const bytes = makePng({ width: 100, height: 50 });
      expect(await render(bytes, { maxPixels: 4999 })).to.deep.equal({ refusal: "image-too-many-pixels" });
      expect(await rendered(bytes, { maxPixels: 5000 })).to.include({ width: 100, height: 50 });
    });

    it("what takes too much memory in its type, though not in others", async () => {
      const options = { maxMemory: 1024 * 1024 };
      const image = twoColours(1000, 300);
      for (const [bytes, isTaken] of [
        [await image.clone().jpeg().toBuffer(), true],
        [await image.clone().jpeg({ progressive: true, chromaSubsampling: "4:4:4" }).toBuffer(), false],
        [await image.clone().png({ progressive: true }).toBuffer(), false],
        [await image.clone().avif({ effort: 1 }).toBuffer(), false],
        [await image.clone().gif().toBuffer(), false],
      ] as const)
        expect("image" in (await render(bytes, options))).to.equal(isTaken);
    });

    it("an animation of very many frames: image-too-many-pixels", async () => {
      const head = Buffer.from("GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff", "latin1");
      const frame = Buffer.from(",\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0", "latin1");
      const bytes = (count: number): Buffer =>
        Buffer.concat([head, ...Array.from({ length: count }, () => frame), Buffer.from(";")]);
      expect(await render(bytes(20_000))).to.deep.equal({ refusal: "image-too-many-pixels" });
      expect(await rendered(bytes(100))).to.include({ width: 1, height: 1 });
    });
  });

  it("unpacks no text and no profile of the size of a bomb", async () => {
    const sizes = { width: 200, height: 100 };
    for (const chunks of [
      [["zTXt", packed("Comment", 50 * 1024 * 1024)]],
      [["iCCP", packed("profile", 50 * 1024 * 1024)]],
      Array.from({ length: 5000 }, () => ["tEXt", Buffer.from("Comment\0text")] as const),
      [["tEXt", Buffer.concat([Buffer.from("Comment\0"), Buffer.alloc(9 * 1024 * 1024, "x")])]],
    ] as const) {
      const answer = await render(makePng(sizes, chunks));
      if ("image" in answer) expect(dimensions(answer.image)).to.deep.equal({ thumbnail: "150x100" });
      else expect(answer.refusal).to.equal("image-damaged");
    }
  });

  it("answers whatever follows the first bytes of an image", async () => {
    const renderer = createImageRenderer();
    for (const [format] of TYPES) {
      const bytes = await twoColours(40, 30).toFormat(format, { effort: 1 }).toBuffer();
      for (let at = 0; at < bytes.length; at += Math.ceil(bytes.length / 60)) {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ 0xff;
        const answer = await renderer.render(changed);
        expect("image" in answer || typeof answer.refusal === "string").to.equal(true);
      }
    }
  });

  it("loads its decoder with the first image, so that nobody else pays for it", () => {
    const script = `
      const { createImageRenderer } = await import(${JSON.stringify(import.meta.resolve("@kalends/media"))});
      const renderer = createImageRenderer();
      const isLoaded = () => process.report.getReport().sharedObjects.some((name) => name.includes("sharp"));
      await renderer.render(Buffer.from("no image"));
      const before = isLoaded();
      await renderer.render(Buffer.from("GIF89a"));
      console.log(before, isLoaded());`;
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
      encoding: "utf8",
    });
    expect(stdout.trim()).to.equal("false true");
  });

  it("works on one image after the other, and turns away those that would have to wait too long", async () => {
    const bytes = await twoColours(400, 200).jpeg().toBuffer();
    const renderer = createImageRenderer({ maxWaiting: 2 });
    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => renderer.render(bytes)));
    expect(answers.map(({ status }) => status)).to.deep.equal([
      "fulfilled",
      "fulfilled",
      "fulfilled",
      "rejected",
      "rejected",
    ]);
    expect(answers[4]).to.have.nested.property("reason.code", "rest_storage_unavailable");
    expect(await renderer.render(Buffer.from("no image"))).to.deep.equal({ refusal: "not-an-image" });
    expect(await renderer.render(bytes)).to.have.property("image");
  });
});
