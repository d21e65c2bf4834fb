const NAMED: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", "\u00a0"],
]);

const fromCode = (code: number): string | undefined =>
  code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    ? String.fromCodePoint(code)
    : undefined;

/**
 * Converts HTML without block elements to plain text. It removes tags and decodes the entities that the API
 * produces.
 */
export const toText = (html: string): string =>
  html
    .replace(/<[a-z/!?][^<>]*>/gi, "")
    .replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]+));/gi, (whole, hex, decimal, name) => {
      if (name !== undefined) return NAMED.get(name) ?? whole;
      return fromCode(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)) ?? whole;
    })
    .replace(/\s+/g, " ")
    .trim();
