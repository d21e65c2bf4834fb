import sharp from "sharp";
import { makeChunk } from "./png-chunks.ts";

/** Marker in all metadata that must not be published. */
export const PRIVATE = "PRIVATE";
export const COPYRIGHT = "Copyright Ann Example";

const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
 xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="${PRIVATE}"/></rdf:RDF></x:xmpmeta>`;

/**
 * Creates an image that is rotated by 90 degrees. Its metadata contains a location, a serial number, a
 * copyright notice and a colour profile.
 */
const photograph = (): ReturnType<typeof sharp> =>
  sharp({
    create: {
      ...{ width: 64, height: 48, channels: 3, background: "red" },
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  })
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Copyright: COPYRIGHT, Artist: PRIVATE, Make: PRIVATE },
      IFD2: { BodySerialNumber: PRIVATE },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 3230/100", GPSAreaInformation: PRIVATE },
    })
    .withIccProfile("p3")
    .withXmp(XMP);

/** Returns a segment of a JPEG file. */
export const segment = (marker: number, data: Buffer | string): Buffer => {
  const content = typeof data === "string" ? Buffer.from(data, "latin1") : data;
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
};

/** Inserts segments after the start marker of a JPEG file. */
export const withSegments = (jpeg: Buffer, ...segments: readonly Buffer[]): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);

const preview = (): Buffer =>
  segment(
    0xe0,
    Buffer.concat([Buffer.from("JFIF\0\x01\x01\0\0\x01\0\x01\x03\x01", "latin1"), Buffer.from("PRIVATE??")]),
  );

/** Images of each type with all metadata that cameras and programs add. */
export const richImages: Readonly<Record<string, () => Promise<Buffer>>> = {
  async jpeg() {
    const jpeg = await photograph().jpeg().toBuffer();
    const rich = withSegments(
      jpeg,
      preview(),
      segment(0xe0, `JFXX\0\x10${PRIVATE}`),
      segment(0xe1, `http://ns.adobe.com/xmp/extension/\0${PRIVATE}`),
      segment(0xe2, `MPF\0${PRIVATE}`),
      segment(0xeb, `JP${PRIVATE}`),
      segment(0xed, `Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x0c\x1c\x02\x5a\0\x07${PRIVATE}`),
      segment(0xef, PRIVATE),
      segment(0xfe, PRIVATE),
    );
    // Some cameras append data after the image, for example a larger preview or a video.
    return Buffer.concat([rich, jpeg]);
  },
  async png() {
    const png = await photograph().png().toBuffer();
    return Buffer.concat([
      png.subarray(0, 33),
      makeChunk("tEXt", Buffer.from(`Comment\0${PRIVATE}`)),
      makeChunk("tEXt", Buffer.from("Copyright\0Ann")),
      makeChunk("iTXt", Buffer.from(`Raw profile type exif\0\0\0\0\0${PRIVATE}`)),
      makeChunk("caBX", Buffer.from(PRIVATE)),
      png.subarray(33),
      Buffer.from(PRIVATE),
    ]);
  },
  async webp() {
    const webp = await photograph().webp().toBuffer();
    const chunk = Buffer.from(`abcd\x07\0\0\0${PRIVATE}\0`, "latin1");
    const rich = Buffer.concat([webp, chunk, Buffer.from(PRIVATE)]);
    rich.writeUInt32LE(webp.length + chunk.length - 8, 4);
    return rich;
  },
  async avif() {
    const box = Buffer.from(`\0\0\0\x0fuuid${PRIVATE}`, "latin1");
    return Buffer.concat([await photograph().avif({ effort: 0 }).toBuffer(), box]);
  },
};
