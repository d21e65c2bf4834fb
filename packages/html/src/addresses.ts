import { trimCharacters } from "@kalends/core";

/** HTML attributes whose value is a URL. */
export const ADDRESS_ATTRIBUTES: readonly string[] = ["href", "src", "cite"];

/** Maximum number of image candidates in a `srcset`. Additional candidates are removed. */
const MAX_CANDIDATES = 50;

const WIDTH = /^0*([1-9]\d{0,5})w$/;
const DENSITY = /^(\d{0,4}(?:\.\d{1,6})?)x$/;
const SCHEME = /^[a-z][a-z\d+.-]*:/i;
const WEB = /^https?:/i;

/**
 * Returns a URL in the form in which its scheme is checked. Control characters are removed, because URL
 * parsers ignore them in some places. White space around the URL is removed, and `<` is percent-encoded.
 * Source: URL Standard, basic URL parser.
 */
export const toAddress = (value: string): string =>
  value
    .replace(/\p{Cc}/gu, "")
    .trim()
    .replaceAll("<", "%3C");

/**
 * Returns a size descriptor of a `srcset` in the spelling of sanitize-html. Returns `undefined` for a
 * descriptor that browsers ignore.
 */
const toDescriptor = (text: string): string | undefined => {
  const width = WIDTH.exec(text)?.[1];
  if (width !== undefined) return `${width}w`;
  const density = Number(DENSITY.exec(text)?.[1]);
  return density > 0 ? `${density}x` : undefined;
};

/**
 * Returns a `srcset` value with only the image candidates that have relative or http(s) URLs. A candidate
 * without a size descriptor gets `1x`. Returns `""` if no candidate remains. Runs in linear time, unlike the
 * parser of sanitize-html.
 * Source: HTML Living Standard, srcset attributes.
 */
export const toImageCandidates = (value: string): string => {
  const candidates: string[] = [];
  let url = "";
  let descriptors: string[] = [];

  const endCandidate = (): void => {
    const address = toAddress(url);
    const descriptor = descriptors.length === 0 ? "1x" : toDescriptor(descriptors.join(" "));
    const isWeb = WEB.test(address) || !SCHEME.test(address);
    if (address !== "" && descriptor !== undefined && isWeb) candidates.push(`${address} ${descriptor}`);
    url = "";
    descriptors = [];
  };
  const startCandidate = (piece: string): void => {
    url = trimCharacters(piece, /,/);
    if (piece.endsWith(",")) endCandidate();
  };

  for (const piece of value.split(/\s+/)) {
    if (candidates.length >= MAX_CANDIDATES) break;
    if (url === "") startCandidate(piece);
    else {
      const comma = piece.indexOf(",");
      if (comma !== 0 && piece !== "") descriptors.push(comma === -1 ? piece : piece.slice(0, comma));
      if (comma !== -1) {
        endCandidate();
        startCandidate(piece.slice(comma + 1));
      }
    }
  }
  endCandidate();
  return candidates.join(", ");
};

const SEPARATORS = /[\s,]*/y;
const WORD = /\S*/y;
const DESCRIPTORS = /[^,]*/y;

/**
 * Returns a `srcset` value with each URL replaced by the result of `toOther`. If `toOther` returns
 * `undefined`, the URL stays. Runs in linear time.
 */
export const mapImageCandidates = (
  value: string,
  toOther: (address: string) => string | undefined,
): string => {
  let index = 0;
  const next = (pattern: RegExp): string => {
    pattern.lastIndex = index;
    const [found = ""] = pattern.exec(value) ?? [];
    index += found.length;
    return found;
  };
  let mapped = "";
  while (index < value.length) {
    mapped += next(SEPARATORS);
    const word = next(WORD);
    const address = trimCharacters(word, /,/);
    mapped += (toOther(address) ?? address) + word.slice(address.length);
    if (address.length === word.length) mapped += next(DESCRIPTORS);
  }
  return mapped;
};
