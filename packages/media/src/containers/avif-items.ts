import { damaged } from "../undecodable.ts";
import type { Box, createBoxReader } from "./boxes.ts";

type ReadBoxes = ReturnType<typeof createBoxReader>;

/** Reads consecutive numbers in the content of a box. */
interface Numbers {
  /** Returns the next unsigned integer of 0 to 8 bytes. */
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
 * Returns the ids of items by their type, such as `av01`, `Exif`, `mime`. Source: ISO/IEC 14496-12, section
 * 8.11.6.
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
    // The first versions have the type of a file instead of the type of an item.
    const type =
      version < 2 ? "mime" : String.fromCharCode(...[1, 1, 1, 1].map((size) => numbers.next(size)));
    types.set(id, type);
  }
  return types;
};

/** Returns the ids of items that are previews of others. Source: ISO/IEC 23008-12, section 6.4.3. */
export const readPreviews = (bytes: Buffer, box: Box, read: ReadBoxes): readonly number[] => {
  const head = numbersOf(bytes, box);
  const size = head.next(4) >>> 24 === 0 ? 2 : 4;
  return [...read(head.at(), box.end)]
    .filter(({ type }) => type === "thmb")
    .map((reference) => numbersOf(bytes, reference).next(size));
};

/** Maximum number of extents; a picture has one for each of its tiles. */
const MAX_EXTENTS = 5_000;

/** A part of an item's data; an empty one stands for all data. */
export interface Extent {
  readonly item: number;
  /** Where the offsets apply: to the file, or to the content of the box `idat`. */
  readonly place: "file" | "idat";
  readonly start: number;
  readonly end: number;
}

/**
 * Returns where items have their data, except items made of the data of others. Source: ISO/IEC 14496-12,
 * section 8.11.3.
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
