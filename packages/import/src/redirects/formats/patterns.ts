/** Paths that programs would have to keep in their tables, in UTF-16 units. */
const LONGEST = 1000;

/**
 * The path as servers see it once they have decoded it; `undefined` for what is no text without control characters, or would be that of
 * another address, too.
 */
export const decodedPath = (path: string): string | undefined => {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return undefined;
  }
  const encoded = decoded.split("/").map(encodeURIComponent).join("/");
  return encoded === path && decoded.length <= LONGEST && !/\p{C}/u.test(decoded) ? decoded : undefined;
};

/** A query as it was sent; `undefined` for characters that queries have percent-encoded, and ones that configurations read something into. */
export const plainQuery = (query: string): string | undefined =>
  /^\?[\w%&=.,:;@!/~+[\]-]*$/.test(query) && query.length <= LONGEST ? query : undefined;

/** Letters and digits of all scripts, and what means nothing in configurations or regular expressions. */
const PLAIN = /^[\p{L}\p{M}\p{N}/_~,;:@=-]$/u;

/** Whether the text means itself in every configuration, within quotes. */
export const isPlain = (text: string): boolean => [...text].every((one) => one === "." || PLAIN.test(one));

/** A regular expression for exactly this text, of PCRE and RE2 alike, in which nothing else means something to a configuration, either. */
export const toPattern = (text: string): string =>
  [...text]
    .map((one) => {
      if (PLAIN.test(one)) return one;
      const code = one.codePointAt(0) ?? 0;
      return code < 0x80 ? `\\x${code.toString(16).padStart(2, "0")}` : one;
    })
    .join("");

/** What comes before and after the dimensions in the name of a smaller form of an image. */
export const aroundDimensions = (path: string): readonly [before: string, extension: string] => {
  const dot = path.lastIndexOf(".");
  return [path.slice(0, dot), path.slice(dot)];
};

/** The same with a reference to a group in the place of `$1`, and without escapes that are the format's own. */
export const toReferring = (
  address: string,
  reference: string,
  escaped: (text: string) => string = (text) => text,
): string =>
  address
    .split("$1")
    .map((part) => escaped(toTarget(part)))
    .join(reference);

/** The address with everything percent-encoded that configurations could read something into: `$`, braces, quotes, brackets. */
export const toTarget = (address: string): string =>
  address.replace(/[^\w\-.~:/?#@!&()*+,;=%]/gu, (one) => encodeURIComponent(one).replaceAll("'", "%27"));
