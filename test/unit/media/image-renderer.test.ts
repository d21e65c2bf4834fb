import { spawnSync } from "node:child_process";
import type { ImageSender } from "@kalends/core/internals";
import { createImageRenderer } from "@kalends/media";
import { expect } from "chai";
import sharp from "sharp";
import { dimensions, rendered, TYPES, twoColours } from "./pictures.ts";

/** Returns the colours of the corners, red or blue: top left, top right, bottom left, bottom right. */
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

  it("loads its decoder with the first image, so that nobody else pays for it", () => {
    const script = `
      const { createImageRenderer } = await import(${JSON.stringify(import.meta.resolve("@kalends/media"))});
      const renderer = createImageRenderer();
      const isLoaded = () => process.report.getReport().sharedObjects.some((name) => name.includes("sharp"));
      await renderer.render(Buffer.from("no image"), {});
      const before = isLoaded();
      await renderer.render(Buffer.from("GIF89a"), {});
      console.log(before, isLoaded());`;
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
      encoding: "utf8",
    });
    expect(stdout.trim()).to.equal("false true");
  });

  const ONE_DECODER = { decoders: { capacity: 1 } };

  it("turns none away: what waits is bounded where images come in", async () => {
    const bytes = await twoColours(400, 200).jpeg().toBuffer();
    const renderer = createImageRenderer({ capacities: ONE_DECODER });
    const all = Array.from({ length: 40 }, (_, index) => renderer.render(bytes, { account: index % 3 }));
    for (const each of await Promise.all(all)) expect(each).to.have.property("image");
  });

  it("lets nobody wait for the costly images of another sender", async () => {
    const renderer = createImageRenderer();
    const small = await twoColours(400, 200).jpeg().toBuffer();
    const costly = await twoColours(4000, 2700)
      .jpeg({ progressive: true, chromaSubsampling: "4:4:4" })
      .toBuffer();
    const done: string[] = [];
    const send = async (name: string, bytes: Uint8Array, sender: ImageSender): Promise<void> => {
      expect(await renderer.render(bytes, sender)).to.have.property("image");
      done.push(name);
    };
    // The number of images equals the number of decoders.
    const all = [{ account: 1 }, { account: 2 }].map((sender) => send("costly", costly, sender));
    for (const sender of [{ account: 3 }, { address: "192.0.2.2" }]) await send("small", small, sender);
    expect(done).to.deep.equal(["small", "small"]);
    await Promise.all(all);
  });

  it("gives one sender one decoder at a time, and each its turn", async () => {
    const renderer = createImageRenderer({ capacities: ONE_DECODER });
    const bytes = await twoColours(400, 200).jpeg().toBuffer();
    const done: number[] = [];
    await Promise.all(
      [1, 1, 1, 2].map(async (account) => {
        await renderer.render(bytes, { account });
        done.push(account);
      }),
    );
    expect(done.indexOf(2)).to.be.at.most(1);
  });
});
