import { twoColours } from "./pictures.ts";

export const uint16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
};

export const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

export const box = (type: string, ...content: readonly (Buffer | string)[]): Buffer => {
  const body = Buffer.concat(
    content.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)),
  );
  return Buffer.concat([uint32(body.length + 8), Buffer.from(type, "latin1"), body]);
};

/** Returns an ISO box with a version and without flags. */
export const fullBox = (type: string, version: number, ...content: readonly (Buffer | string)[]): Buffer =>
  box(type, Buffer.from([version, 0, 0, 0]), ...content);

/** Returns the contents of consecutive ISO boxes by type. */
const contentsOf = (bytes: Buffer): ReadonlyMap<string, Buffer> => {
  const found = new Map<string, Buffer>();
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at))
    found.set(bytes.toString("latin1", at + 4, at + 8), bytes.subarray(at + 8, at + bytes.readUInt32BE(at)));
  return found;
};

/** Additional item of an AVIF file, with its data. */
export interface Item {
  readonly type: string;
  readonly data: Buffer;
}

/**
 * Creates an AVIF file of 64 x 48 pixels with additional items, numbered from 2. Their data is in the box
 * `idat` or after the image data. `inMeta` and `atTop` are additional boxes. The data of the image is repeated
 * `frames` times.
 */
export const makeAvif = async ({
  items = [],
  isInIdat = false,
  inMeta = [],
  atTop = [],
  frames = 1,
}: {
  readonly items?: readonly Item[];
  readonly isInIdat?: boolean;
  readonly inMeta?: readonly Buffer[];
  readonly atTop?: readonly Buffer[];
  readonly frames?: number;
} = {}): Promise<Buffer> => {
  const boxes = contentsOf(await twoColours(64, 48).avif({ effort: 0 }).toBuffer());
  const of = (type: string): Buffer => boxes.get(type) ?? Buffer.alloc(0);
  const meta = contentsOf(of("meta").subarray(4));
  const kept = (type: string): Buffer => box(type, meta.get(type) ?? "");
  const picture = Buffer.concat(Array.from({ length: frames }, () => of("mdat")));
  const itemData = items.map(({ data }) => data);
  const make = (offset: number): Buffer => {
    let next = isInIdat ? 0 : offset + picture.length;
    const places = items.map(({ data }, index) => {
      const place = [uint16(index + 2), uint16(isInIdat ? 1 : 0), uint16(0), uint16(1)];
      next += data.length;
      return Buffer.concat([...place, uint32(next - data.length), uint32(data.length)]);
    });
    const first = [uint16(1), uint16(0), uint16(0), uint16(1), uint32(offset), uint32(picture.length)];
    const named = (id: number, type: string): Buffer =>
      fullBox("infe", 2, uint16(id), uint16(0), `${type}\0application/rdf+xml\0`);
    return Buffer.concat([
      box("ftyp", of("ftyp")),
      fullBox(
        "meta",
        0,
        ...[kept("hdlr"), kept("pitm"), kept("iprp")],
        fullBox("iloc", 1, Buffer.from([0x44, 0]), uint16(1 + items.length), ...first, ...places),
        fullBox(
          "iinf",
          0,
          uint16(1 + items.length),
          named(1, "av01"),
          ...items.map(({ type }, index) => named(index + 2, type)),
        ),
        ...(isInIdat ? [box("idat", ...itemData)] : []),
        ...inMeta,
      ),
      ...atTop,
    ]);
  };
  const offset = make(0).length + 8;
  return Buffer.concat([make(offset), box("mdat", picture, ...(isInIdat ? [] : itemData))]);
};
