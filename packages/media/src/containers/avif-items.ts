import { MAX_IMAGE_PIXELS } from "@kalends/core";
import { damaged } from "../undecodable.ts";
import type { Box, createBoxReader } from "./boxes.ts";

type ReadBoxes = ReturnType<typeof createBoxReader>;

/** Reader of consecutive numbers in the content of a box. */
interface Numbers {
  /** Returns the next unsigned integer. `size` is its number of bytes, from 0 to 8. */
  next(size: number): number;
  readonly at: () => number;
}

const numbersOf = (bytes: Buffer, { content, end }: Pick<Box, "content" | "end">): Numbers => {
  let at = content;
  return {
    next(size) {
      if (at + size > end) throw damaged();
      at += size;
      if (size === 8) return Number(bytes.readBigUInt64BE(at - 8));
      return size === 0 ? 0 : bytes.readUIntBE(at - size, size);
    },
    at: () => at,
  };
};

/**
 * Returns the type of each item, such as `av01`, `Exif` or `mime`, by item id.
 * Source: ISO/IEC 14496-12, section 8.11.6.
 */
export const readItemTypes = (bytes: Buffer, box: Box, read: ReadBoxes): ReadonlyMap<number, string> => {
  const types = new Map<number, string>();
  const head = numbersOf(bytes, box);
  head.next(head.next(4) >>> 24 === 0 ? 2 : 4);
  for (const entry of read(head.at(), box.end)) {
    if (entry.type !== "infe") continue;
    const numbers = numbersOf(bytes, entry);
    const version = numbers.next(4) >>> 24;
    const id = numbers.next(version < 3 ? 2 : 4);
    numbers.next(2);
    // The first versions of this box contain a media type instead of an item type.
    const type =
      version < 2 ? "mime" : String.fromCharCode(...[1, 1, 1, 1].map((size) => numbers.next(size)));
    types.set(id, type);
  }
  return types;
};

/**
 * Returns the ids of items that are previews of other items.
 * Source: ISO/IEC 23008-12, section 6.4.3.
 */
export const readPreviews = (bytes: Buffer, box: Box, read: ReadBoxes): readonly number[] => {
  const head = numbersOf(bytes, box);
  const size = head.next(4) >>> 24 === 0 ? 2 : 4;
  return [...read(head.at(), box.end)]
    .filter(({ type }) => type === "thmb")
    .map((reference) => numbersOf(bytes, reference).next(size));
};

/** Maximum number of extents. An image has one extent for each of its tiles. */
const MAX_EXTENTS = 5_000;

/**
 * A byte range with data of an item. A range whose start and end are equal extends to the end of the file.
 */
export interface Extent {
  readonly item: number;
  /** Origin of the offsets: the start of the file, or the content of the box `idat`. */
  readonly place: "file" | "idat";
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the byte ranges with the data of each item. Items that are built from the data of other items have
 * none.
 * Source: ISO/IEC 14496-12, section 8.11.3.
 */
export const readExtents = (bytes: Buffer, box: Box): readonly Extent[] => {
  const numbers = numbersOf(bytes, box);
  const version = numbers.next(4) >>> 24;
  const [first, second] = [numbers.next(1), numbers.next(1)];
  const [offsetSize, lengthSize, baseSize] = [first >>> 4, first & 15, second >>> 4];
  const indexSize = version === 0 ? 0 : second & 15;
  if ([offsetSize, lengthSize, baseSize, indexSize].some((size) => size !== 0 && size !== 4 && size !== 8))
    throw damaged();
  const extents: Extent[] = [];
  let read = 0;
  const items = numbers.next(version < 2 ? 2 : 4);
  for (let index = 0; index < items; index += 1) {
    const item = numbers.next(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : numbers.next(2) & 15;
    numbers.next(2);
    const base = numbers.next(baseSize);
    const count = numbers.next(2);
    for (let extent = 0; extent < count; extent += 1) {
      numbers.next(indexSize);
      const start = base + numbers.next(offsetSize);
      const end = start + numbers.next(lengthSize);
      read += 1;
      if (read > MAX_EXTENTS) throw damaged();
      if (method < 2) extents.push({ item, place: method === 0 ? "file" : "idat", start, end });
    }
  }
  return extents;
};

/** Reference from an item that is built from other items, such as a grid, to these items. */
interface Derivation {
  readonly item: number;
  readonly sources: readonly number[];
}

/**
 * Returns the items that are built from other items, each with the ids of these other items.
 * Source: ISO/IEC 14496-12, section 8.11.12.
 */
const readDerivations = (bytes: Buffer, box: Box, read: ReadBoxes): readonly Derivation[] => {
  const head = numbersOf(bytes, box);
  const size = head.next(4) >>> 24 === 0 ? 2 : 4;
  return [...read(head.at(), box.end)]
    .filter(({ type }) => type === "dimg")
    .map((reference) => {
      const numbers = numbersOf(bytes, reference);
      const item = numbers.next(size);
      const count = numbers.next(2);
      return { item, sources: Array.from({ length: count }, () => numbers.next(size)) };
    });
};

/**
 * Returns the number of pixels of each item, by item id, from its property `ispe`.
 * Sources: ISO/IEC 14496-12, section 8.11.14; ISO/IEC 23008-12, section 6.5.3.
 */
const readPixels = (bytes: Buffer, box: Box, read: ReadBoxes): ReadonlyMap<number, number> => {
  const parts = [...read(box.content, box.end)];
  const properties = parts
    .filter(({ type }) => type === "ipco")
    .flatMap((part) => [...read(part.content, part.end)]);
  const pixels = new Map<number, number>();
  for (const part of parts) {
    if (part.type !== "ipma") continue;
    const numbers = numbersOf(bytes, part);
    const head = numbers.next(4);
    const [idSize, indexSize] = [head >>> 24 === 0 ? 2 : 4, 1 + (head & 1)];
    for (let entries = numbers.next(4); entries > 0; entries -= 1) {
      const item = numbers.next(idSize);
      for (let count = numbers.next(1); count > 0; count -= 1) {
        // The highest bit says that decoders must know the property.
        const index = numbers.next(indexSize) & (indexSize === 1 ? 0x7f : 0x7fff);
        const property = properties[index - 1];
        if (property?.type !== "ispe") continue;
        const size = numbersOf(bytes, property);
        size.next(4);
        pixels.set(item, Math.max(size.next(4) * size.next(4), pixels.get(item) ?? 0));
      }
    }
  }
  return pixels;
};

/**
 * Number of pixels by which the images from which an image is built, such as tiles, may exceed twice its own
 * pixels. A single large tile may need these pixels.
 */
const SPARE_PIXELS = 500_000;

/**
 * Throws if an image is built from many more pixels than it has itself, such as a grid that repeats the same
 * tile. The decoder would decode all of them and could not be stopped.
 */
export const checkDerivations = (
  bytes: Buffer,
  { iref, iprp }: { readonly iref: Box; readonly iprp: Box | undefined },
  read: ReadBoxes,
): void => {
  const derivations = readDerivations(bytes, iref, read);
  if (derivations.length === 0) return;
  const pixels = iprp === undefined ? new Map<number, number>() : readPixels(bytes, iprp, read);
  for (const { item, sources } of derivations) {
    const own = Math.min(pixels.get(item) ?? 0, MAX_IMAGE_PIXELS);
    const decoded = sources.reduce(
      (sum, source) => sum + (pixels.get(source) ?? Number.POSITIVE_INFINITY),
      0,
    );
    if (decoded > 2 * own + SPARE_PIXELS) throw damaged();
  }
};
