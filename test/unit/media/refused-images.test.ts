import { createImageRenderer } from "@kalends/media";
import { expect } from "chai";
import sharp from "sharp";
import { ACCOUNT, dimensions, render, rendered, TYPES, twoColours } from "./pictures.ts";
import { makePng, packed } from "./png-chunks.ts";

describe("ImageRenderer, given what is no image or a bad one,", () => {
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

    it("a line of millions of pixels, which would take long to decode", async () => {
      const side = 65_535;
      for (const sizes of [
        { width: 1, height: side + 1 },
        { width: side + 1, height: 1 },
      ])
        expect(await render(makePng(sizes))).to.deep.equal({ refusal: "image-too-many-pixels" });
      expect(await rendered(makePng({ width: 1, height: side }))).to.include({ height: side });
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
      else expect(answer.refusal).to.equal("image-profile-too-large");
    }
  });

  it("answers whatever follows the first bytes of an image", async () => {
    const renderer = createImageRenderer();
    for (const [format] of TYPES) {
      const bytes = await twoColours(40, 30).toFormat(format, { effort: 1 }).toBuffer();
      for (let at = 0; at < bytes.length; at += Math.ceil(bytes.length / 60)) {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ 0xff;
        const answer = await renderer.render(changed, ACCOUNT);
        expect("image" in answer || typeof answer.refusal === "string").to.equal(true);
      }
    }
  });
});
