import sharp from "sharp";

/** Creates an image of a single colour. */
export const aPicture = (width = 8, height = 8, format: "png" | "jpeg" | "webp" = "png"): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: "teal" } })
    .toFormat(format)
    .toBuffer();

/** Creates an uncompressed image whose file has at least this many bytes. */
export const aHeavyPicture = (bytes: number): Promise<Buffer> => {
  const side = Math.ceil(Math.sqrt(bytes / 3));
  return sharp(noise(side), { raw: { width: side, height: side, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
};

const noise = (side: number): Buffer => {
  const pixels = Buffer.alloc(side * side * 3);
  let state = 1;
  for (let index = 0; index < pixels.length; index += 1) {
    state = (state * 48_271) % 2_147_483_647;
    pixels[index] = state & 255;
  }
  return pixels;
};
