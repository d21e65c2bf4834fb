import { toAddress } from "./address-attributes.ts";

/** Nobody makes more sizes of a picture. */
const MAX_CANDIDATES = 50;

const WIDTH = /^0*([1-9]\d{0,5})w$/;
const DENSITY = /^(\d{0,4}(?:\.\d{1,6})?)x$/;
const SCHEME = /^[a-z][a-z\d+.-]*:/i;
const WEB = /^https?:/i;

/** As sanitize-html writes them; `undefined` for what browsers do not understand either. */
const toDescriptor = (text: string): string | undefined => {
  const width = WIDTH.exec(text)?.[1];
  if (width !== undefined) return `${width}w`;
  const density = Number(DENSITY.exec(text)?.[1]);
  return density > 0 ? `${density}x` : undefined;
};

const withoutCommasAround = (text: string): string => {
  let [start, end] = [0, text.length];
  while (start < end && text.charAt(start) === ",") start += 1;
  while (end > start && text.charAt(end - 1) === ",") end -= 1;
  return text.slice(start, end);
};

/**
 * The value of `srcset` with those candidates that are web addresses, each with a descriptor; `""` when there is none. Takes time
 * in proportion to the length, as the parser of sanitize-html does not. Source: HTML Living Standard, srcset attributes.
 */
export const toImageCandidates = (value: string): string => {
  const candidates: string[] = [];
  let url = "";
  let descriptors: string[] = [];

  const endCandidate = (): void => {
    const address = toAddress(url);
    const descriptor = descriptors.length === 0 ? "1x" : toDescriptor(descriptors.join(" "));
    const isShown =
      address !== "" && descriptor !== undefined && (WEB.test(address) || !SCHEME.test(address));
    if (isShown) candidates.push(`${address} ${descriptor}`);
    url = "";
    descriptors = [];
  };
  const startCandidate = (piece: string): void => {
    url = withoutCommasAround(piece);
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
