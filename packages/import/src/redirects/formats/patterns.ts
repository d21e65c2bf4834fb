/** Maximum length of a path in UTF-16 units, because web servers keep paths in tables. */
const MAX_LENGTH = 1000;

/**
 * Returns the path decoded as web servers see it. Returns `undefined` if it is too long, contains control
 * characters, or would be ambiguous.
 */
export const decodedPath = (path: string): string | undefined => {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return undefined;
  }
  const encoded = decoded.split("/").map(encodeURIComponent).join("/");
  return encoded === path && decoded.length <= MAX_LENGTH && !/\p{C}/u.test(decoded) ? decoded : undefined;
};

/**
 * Returns a query unchanged; `undefined` if it has characters that must be percent-encoded or that
 * configurations interpret.
 */
export const plainQuery = (query: string): string | undefined =>
  /^\?[\w%&=.,:;@!/~+[\]-]*$/.test(query) && query.length <= MAX_LENGTH ? query : undefined;

/**
 * Matches letters and digits of all scripts, and characters without a special meaning in configurations and
 * regular expressions.
 */
const PLAIN = /^[\p{L}\p{M}\p{N}/_~,;:@=-]$/u;

/** True if every configuration takes the quoted text literally. */
export const isPlain = (text: string): boolean => [...text].every((one) => one === "." || PLAIN.test(one));

/**
 * Returns a regular expression for exactly this text. It works in PCRE and RE2 and has no characters that
 * configurations interpret.
 */
export const toPattern = (text: string): string =>
  [...text]
    .map((one) => {
      if (PLAIN.test(one)) return one;
      const code = one.codePointAt(0) ?? 0;
      return code < 0x80 ? `\\x${code.toString(16).padStart(2, "0")}` : one;
    })
    .join("");

/**
 * Returns the parts of an image path before and after the position of the dimensions in names of smaller
 * sizes.
 */
export const aroundDimensions = (path: string): readonly [before: string, extension: string] => {
  const dot = path.lastIndexOf(".");
  return [path.slice(0, dot), path.slice(dot)];
};

/** Returns the address with a group reference in place of `$1`; `escaped` is applied to the other parts. */
export const toReferring = (
  address: string,
  reference: string,
  escaped: (text: string) => string = (text) => text,
): string =>
  address
    .split("$1")
    .map((part) => escaped(toTarget(part)))
    .join(reference);

/**
 * Returns the address with all characters percent-encoded that configurations interpret, such as `$`, braces,
 * quotes and brackets.
 */
export const toTarget = (address: string): string =>
  address.replace(/[^\w\-.~:/?#@!&()*+,;=%]/gu, (one) => encodeURIComponent(one).replaceAll("'", "%27"));
