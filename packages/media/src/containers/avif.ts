import { damaged, Undecodable } from "../undecodable.ts";
import { checkFrames } from "./av1.ts";
import { checkDerivations, type Extent, readExtents, readItemTypes, readPreviews } from "./avif-items.ts";
import { type Box, createBoxReader } from "./boxes.ts";
import { copyrightOfXmp } from "./copyright.ts";
import { readExif, withoutExifPrefix, writeExif } from "./exif.ts";

/**
 * Types of boxes that stay at the top level. `IN_META` lists the types that stay inside `meta`. All other
 * boxes may contain metadata and are overwritten with zeros.
 */
const AT_TOP: ReadonlySet<string> = new Set(["ftyp", "meta", "mdat", "moov"]);
const IN_META: ReadonlySet<string> = new Set(
  ["hdlr", "pitm", "iloc", "iinf", "iref", "iprp", "idat"].concat(["dinf", "grpl"]),
);
/**
 * Types of boxes that contain descriptions, inside films and inside the list of image properties. Their
 * contents are overwritten with zeros.
 */
const DESCRIPTIONS: ReadonlySet<string> = new Set(["udta", "meta", "uuid", "udes", "free", "skip"]);
/**
 * Types of boxes that may contain descriptions directly or in an inner box. The value is the type of that
 * inner box.
 */
const INNER: ReadonlyMap<string, string> = new Map([
  ["moov", "trak"],
  ["iprp", "ipco"],
]);
/**
 * Types of items that an image consists of.
 * Source: AV1 Image File Format 1.2.
 */
const PICTURES: ReadonlySet<string> = new Set(["av01", "grid", "iden", "iovl", "tmap", "sato"]);
/** Maximum bytes of the boxes that describe images, including the colour profile, or a film. */
const MAX_DESCRIPTION = 512 * 1024;
/** Maximum number of boxes with item data. Real files have one. */
const MAX_DATA = 16;
/** Number of bytes before the EXIF data. They contain the offset at which the data starts. */
const EXIF_OFFSET = 4;

/**
 * Overwrites metadata with zeros: EXIF except orientation and copyright, XMP, previews, and all boxes and
 * data that do not belong to the pixels. The file keeps its length, because it contains offsets of its own
 * parts. Sources: ISO/IEC 14496-12, ISO/IEC 23008-12.
 */
export const stripAvif = (bytes: Buffer): Buffer => {
  const file = Buffer.from(bytes);
  const read = createBoxReader(bytes);

  const blank = ({ start, content, end }: Box): void => {
    file.write("free", start + 4, "latin1");
    file.fill(0, content, end);
  };
  const blankDescriptions = (container: Box): void => {
    for (const box of read(container.content, container.end)) {
      if (DESCRIPTIONS.has(box.type)) blank(box);
      else if (INNER.get(container.type) === box.type) blankDescriptions(box);
    }
  };
  const stripMeta = (meta: Box): void => {
    const found = new Map<string, Box>();
    let length = 0;
    for (const box of read(meta.content + 4, meta.end)) {
      if (box.type !== "idat") length += box.end - box.start;
      if (length > MAX_DESCRIPTION)
        throw box.type === "iprp" ? new Undecodable("image-profile-too-large") : damaged();
      if (!IN_META.has(box.type)) blank(box);
      else if (found.has(box.type)) throw damaged();
      else if (box.type === "iprp") blankDescriptions(box);
      found.set(box.type, box);
    }
    blankItems(bytes, file, {
      found,
      data: top.filter(({ type }) => type === "mdat"),
      isFilm: top.some(({ type }) => type === "moov"),
      read,
    });
  };

  const top = [...read(0, bytes.length)];
  if (top.filter(({ type }) => type === "meta").length > 1) throw damaged();
  for (const box of top) {
    // Only the first `ftyp` box states the type of the file. Blank later ones.
    if (!AT_TOP.has(box.type) || (box.type === "ftyp" && box.start > 0)) blank(box);
    else if (box.type === "moov" && box.end - box.start > MAX_DESCRIPTION) throw damaged();
    else if (box.type === "moov") blankDescriptions(box);
    else if (box.type === "meta") stripMeta(box);
  }
  // Blank the bytes at the end, which are too few for a box.
  file.fill(0, top.at(-1)?.end ?? 0);
  return file;
};

type Range = readonly [start: number, end: number];

interface Around {
  readonly bytes: Buffer;
  readonly file: Buffer;
  readonly boxes: readonly Box[];
}

/**
 * Overwrites the content of the boxes with zeros, except for the given byte ranges. Ranges may overlap.
 * Copies each byte at most once.
 */
const blankAround = (ranges: readonly Range[], { bytes, file, boxes }: Around): void => {
  const kept = Buffer.alloc(bytes.length);
  let copied = 0;
  for (const [start, end] of [...ranges].sort(([a], [b]) => a - b)) {
    const from = Math.min(Math.max(start, copied), bytes.length);
    bytes.copy(kept, from, from, end);
    copied = Math.max(copied, end);
  }
  for (const { content, end } of boxes) kept.copy(file, content, content, end);
};

interface ItemBoxes {
  /** Boxes inside the box `meta`, by type. */
  readonly found: ReadonlyMap<string, Box>;
  /** Boxes that may contain the data of items. */
  readonly data: readonly Box[];
  /** True if the file has a film, to which some of the data may belong. */
  readonly isFilm: boolean;
  readonly read: ReturnType<typeof createBoxReader>;
}

/**
 * Overwrites the data of previews and of all items that are not part of an image. Keeps the orientation and
 * the copyright if they fit. If the file has no film and all picture data has a known length, also overwrites
 * data that belongs to no item.
 */
const blankItems = (bytes: Buffer, file: Buffer, { found, data, isFilm, read }: ItemBoxes): void => {
  const [iinf, iloc, iref, idat] = ["iinf", "iloc", "iref", "idat"].map((type) => found.get(type));
  if (iinf === undefined || iloc === undefined) return;
  const types = readItemTypes(bytes, iinf, read);
  if (iref !== undefined) checkDerivations(bytes, { iref, iprp: found.get("iprp") }, read);
  const previews = new Set(iref === undefined ? [] : readPreviews(bytes, iref, read));
  const places = data.slice(0, MAX_DATA);
  const baseOf = ({ place }: Extent): number => (place === "file" ? 0 : (idat?.content ?? 0));
  const toRange = (extent: Extent): Range => {
    const { place, start, end } = extent;
    const base = baseOf(extent);
    const isWithin = (box: Box): boolean => base + start >= box.content && base + end <= box.end;
    // Refuse ranges outside of item data, so that the boxes that describe the structure stay unchanged.
    if (!(place === "file" ? places : idat ? [idat] : []).some(isWithin)) throw damaged();
    return [base + start, base + end];
  };
  const isPicture = ({ item }: Extent): boolean => !previews.has(item) && PICTURES.has(types.get(item) ?? "");
  const extents = readExtents(bytes, iloc);
  const blanked = extents.filter((extent) => extent.end > extent.start && !isPicture(extent));
  // Limit the total length, because the decoder copies the data of each item, even if several items share
  // bytes.
  if (blanked.reduce((sum, { start, end }) => sum + end - start, 0) > bytes.length) throw damaged();
  const rangeOf = (wanted: string): Range => {
    const extent = blanked.find(({ item }) => types.get(item) === wanted);
    return extent === undefined ? [0, 0] : toRange(extent);
  };
  const copyright = copyrightOfXmp(bytes.subarray(...rangeOf("mime")));
  const [start, end] = rangeOf("Exif");
  const pictures = extents.filter(isPicture);
  checkPictures(
    bytes,
    pictures.filter(({ item }) => types.get(item) === "av01"),
    baseOf,
  );
  // Without a length, the data of a picture extends to the end, so no data can be blanked.
  if (!isFilm && pictures.every((extent) => extent.end > extent.start))
    blankAround(
      pictures.map((extent) => [baseOf(extent) + extent.start, baseOf(extent) + extent.end]),
      { bytes, file, boxes: idat ? [...data, idat] : data },
    );
  for (const extent of blanked) file.fill(0, ...toRange(extent));
  const exif = bytes.subarray(start, end);
  if (exif.length < EXIF_OFFSET) return;
  const tiff = exif.subarray(EXIF_OFFSET + exif.readUInt32BE(0));
  const kept = writeExif({
    ...(copyright && { copyright }),
    ...readExif(withoutExifPrefix(tiff)),
  });
  // The length of the item is fixed. If the remaining EXIF data does not fit, it is left out.
  if (EXIF_OFFSET + kept.length <= exif.length) kept.copy(file, start + EXIF_OFFSET);
};

/** Checks the frames in the data of each picture. Throws if the pictures have more data than the file. */
const checkPictures = (
  bytes: Buffer,
  extents: readonly Extent[],
  baseOf: (extent: Extent) => number,
): void => {
  const parts = new Map<number, Buffer[]>();
  let length = 0;
  for (const extent of extents) {
    const [start, end] = [baseOf(extent) + extent.start, baseOf(extent) + extent.end];
    const part = bytes.subarray(start, end > start ? end : bytes.length);
    length += part.length;
    if (length > bytes.length) throw damaged();
    parts.set(extent.item, [...(parts.get(extent.item) ?? []), part]);
  }
  for (const each of parts.values()) checkFrames(Buffer.concat(each));
};
