import { damaged, Undecodable } from "../undecodable.ts";
import { copyrightOfIptc, copyrightOfXmp } from "./copyright.ts";
import { isEmpty, readExif, writeExif } from "./exif.ts";
import { MAX_CHUNKS, MAX_PROFILE } from "./limits.ts";
import { createParts } from "./parts.ts";

const TEM = 0x01;
const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
/**
 * Marker of a segment after a scan that gives the number of lines. The decoder uses only the number in the
 * frame header.
 */
const DNL = 0xdc;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP14 = 0xee;
const APP15 = 0xef;
const COMMENT = 0xfe;
/**
 * Markers of tables and parameters: arithmetic coding, Huffman tables, quantization tables, and restart
 * interval.
 */
const TABLES: ReadonlySet<number> = new Set([0xcc, 0xc4, 0xdb, 0xdd]);

/** Maximum bytes of all tables together. A real image has a few thousand. */
const MAX_TABLES = 256 * 1024;
/**
 * Maximum number of scans. Real progressive images have about ten. The decoder processes all pixels for each
 * scan, even if the scan has only a few bytes.
 */
const MAX_SCANS = 100;

const JFIF = "JFIF\0";
const EXIF = "Exif\0\0";
const XMP = "http://ns.adobe.com/xap/1.0/\0";
const ICC = "ICC_PROFILE\0";
const PHOTOSHOP = "Photoshop 3.0\0";
const ADOBE = "Adobe";
/** Number of bytes after the label `Adobe`: versions, flags and the colour transform. */
const ADOBE_LENGTH = 7;
/** Application segments to keep or read, by their markers and first bytes. */
const LABELS: readonly (readonly [marker: number, label: string])[] = [
  [0xe0, JFIF],
  [APP1, EXIF],
  [APP1, XMP],
  [0xe2, ICC],
  [0xed, PHOTOSHOP],
  [APP14, ADOBE],
];

const startsWith = (segment: Buffer, label: string): boolean =>
  segment.toString("latin1", 0, label.length) === label;

/**
 * Returns the JFIF segment with version and density only, without its preview image.
 * Source: JFIF 1.02.
 */
const withoutPreview = (segment: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0xff, APP0, 0, 16]), segment.subarray(0, 12), Buffer.alloc(2)]);

const toSegment = (marker: number, label: string, data: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(2 + label.length + data.length, 2);
  return Buffer.concat([head, Buffer.from(label, "latin1"), data]);
};

/**
 * Returns the position of the next byte 255 that may start a marker. Skips fill bytes, which are also 255. If
 * the data has very many bytes 255, a loop is faster than `indexOf`.
 */
const next255 = (bytes: Buffer, start: number): number => {
  let at = start;
  while (at < bytes.length && bytes[at] !== 0xff) at += 1;
  while (bytes[at + 1] === 0xff) at += 1;
  return at;
};

const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7;

/**
 * Returns the end of the compressed data that starts at this position: the next marker, or the end of the
 * file.
 */
const endOfScan = (bytes: Buffer, start: number): number => {
  for (let at = next255(bytes, start); at + 1 < bytes.length; at = next255(bytes, at + 1)) {
    const marker = bytes[at + 1] ?? 0;
    // Stuffed zeros and restart markers belong to the data.
    if (marker !== 0 && !isRestart(marker)) return at;
  }
  return bytes.length;
};

/**
 * Removes comments, the number of lines after a scan, bytes between segments, and data after the image. Keeps
 * only the application segments that affect the pixels: JFIF without its preview, the colour profile, and the
 * colour transform of Adobe. Adds EXIF data with the orientation and the copyright notice, if the file has
 * them.
 * Source: ITU-T T.81, annex B.
 */
export const stripJpeg = (bytes: Buffer): Buffer => {
  const rest = createParts(bytes);
  const first = new Map<string, Buffer>();
  let [segments, tables, scans, profile] = [0, 0, 0, 0];

  const after = (label: string): Buffer => (first.get(label) ?? Buffer.alloc(0)).subarray(label.length);
  const isKept = (marker: number, segment: Buffer): boolean => {
    if (marker === DNL) return false;
    if (marker !== COMMENT && (marker < APP0 || marker > APP15)) return true;
    const label = LABELS.find(([of, text]) => of === marker && startsWith(segment, text))?.[1];
    if (label === undefined) return false;
    if (label === ICC) profile += segment.length;
    if (profile > MAX_PROFILE) throw new Undecodable("image-profile-too-large");
    const isFirst = !first.has(label);
    if (isFirst) first.set(label, segment);
    if (label === ADOBE && isFirst)
      rest.add(toSegment(marker, ADOBE, after(ADOBE).subarray(0, ADOBE_LENGTH)));
    return label === ICC;
  };

  for (let at = next255(bytes, 2); at + 1 < bytes.length; at = next255(bytes, at)) {
    const marker = bytes[at + 1] ?? 0;
    // These markers have no length field.
    if (marker === 0 || marker === TEM || isRestart(marker)) at += 2;
    else if (marker === EOI) {
      rest.keep(at, at + 2);
      break;
    } else {
      if (marker === SOI || at + 4 > bytes.length) throw damaged();
      const length = bytes.readUInt16BE(at + 2);
      const end = at + 2 + length;
      if (length < 2 || end > bytes.length) throw damaged();
      const next = marker === SOS ? endOfScan(bytes, end) : end;
      if (isKept(marker, bytes.subarray(at + 4, end))) rest.keep(at, next);
      segments += 1;
      if (marker === SOS) scans += 1;
      if (TABLES.has(marker)) tables += next - at;
      if (segments > MAX_CHUNKS || scans > MAX_SCANS || tables > MAX_TABLES) throw damaged();
      at = next;
    }
  }
  const copyright = copyrightOfXmp(after(XMP)) ?? copyrightOfIptc(after(PHOTOSHOP));
  const metadata = { ...(copyright && { copyright }), ...readExif(after(EXIF)) };
  const jfif = first.get(JFIF);
  return Buffer.concat([
    bytes.subarray(0, 2),
    ...(jfif === undefined || jfif.length < 12 ? [] : [withoutPreview(jfif)]),
    ...(isEmpty(metadata) ? [] : [toSegment(APP1, EXIF, writeExif(metadata))]),
    ...rest.toList(),
  ]);
};
