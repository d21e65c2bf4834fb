import { toCopyright } from "./exif.ts";

/** Maximum bytes of XMP to search for a copyright notice. */
const MAX_XMP = 256 * 1024;

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/**
 * Returns the copyright notice of XMP data in UTF-8: the first language of `dc:rights`.
 * Source: XMP specification, part 1, section 8.3.
 */
export const copyrightOfXmp = (packet: Buffer): Buffer | undefined => {
  const text = packet.toString("utf8", 0, MAX_XMP);
  const start = text.indexOf("<dc:rights");
  const end = text.indexOf("</dc:rights>", start);
  const item = text.indexOf("<rdf:li", start);
  if (start < 0 || item < 0 || end < item) return undefined;
  const from = text.indexOf(">", item) + 1;
  const rights = text
    .slice(from, text.indexOf("<", from))
    .replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? "")
    .replace(/&#(\d{1,7});/g, (reference, code: string) =>
      Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : reference,
    );
  return toCopyright(Buffer.from(rights));
};

const IPTC = 0x0404;

/**
 * Returns the copyright notice (2:116) of IPTC data inside Photoshop resources. Sources: Adobe Photoshop file
 * formats, "Image resource blocks"; IPTC-IIM 4.2, section 1.6.
 */
export const copyrightOfIptc = (resources: Buffer): Buffer | undefined => {
  const even = (length: number): number => length + (length % 2);
  for (let at = 0; at + 12 <= resources.length; ) {
    if (resources.toString("latin1", at, at + 4) !== "8BIM") return undefined;
    const size = at + 6 + even(1 + resources.readUInt8(at + 6));
    if (size + 4 > resources.length) return undefined;
    const [start, length] = [size + 4, resources.readUInt32BE(size)];
    if (resources.readUInt16BE(at + 4) === IPTC) return noticeOf(resources.subarray(start, start + length));
    at = start + even(length);
  }
  return undefined;
};

const noticeOf = (iptc: Buffer): Buffer | undefined => {
  for (let at = 0; at + 5 <= iptc.length && iptc[at] === 0x1c; ) {
    const [start, length] = [at + 5, iptc.readUInt16BE(at + 3)];
    if (iptc[at + 1] === 2 && iptc[at + 2] === 116) return toCopyright(iptc.subarray(start, start + length));
    at = start + length;
  }
  return undefined;
};
