/**
 * Maximum length of a path or a query in UTF-16 code units. Both become keys of lookup tables (`map` in nginx
 * and Caddy), whose length web servers limit.
 */
const MAX_LENGTH = 1000;

/**
 * Returns the decoded form of a path, against which web servers match. Returns `undefined` if the path is too
 * long, has control characters, or changes when it is encoded again.
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
 * Returns the query unchanged. Returns `undefined` if the query has characters that must be percent-encoded
 * or that configuration files interpret.
 */
export const plainQuery = (query: string): string | undefined =>
  /^\?[\w%&=.,:;@!/~+[\]-]*$/.test(query) && query.length <= MAX_LENGTH ? query : undefined;

/**
 * Matches letters and digits of all scripts, and characters without a special meaning in configuration files
 * and regular expressions.
 */
const PLAIN = /^[\p{L}\p{M}\p{N}/_~,;:@=-]$/u;

/** True if all supported web servers read the text literally when it is quoted. */
export const isPlain = (text: string): boolean => [...text].every((one) => one === "." || PLAIN.test(one));

/**
 * Returns a regular expression that matches exactly this text. The expression works in PCRE and RE2, and has
 * no characters that configuration files interpret.
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
 * Splits the path of an image before its extension, where the names of smaller sizes have dimensions such as
 * `-300x200`.
 */
export const aroundDimensions = (path: string): readonly [before: string, extension: string] => {
  const dot = path.lastIndexOf(".");
  return [path.slice(0, dot), path.slice(dot)];
};

/** Returns the target URL with `reference` in place of `$1`. Applies `escaped` to the rest of the URL. */
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
 * Returns the URL with percent-encoding for all characters that configuration files interpret, such as `$`,
 * braces, quotes and brackets.
 */
export const toTarget = (address: string): string =>
  address.replace(/[^\w\-.~:/?#@!&()*+,;=%]/gu, (one) => encodeURIComponent(one).replaceAll("'", "%27"));
