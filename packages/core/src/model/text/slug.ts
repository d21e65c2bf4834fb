import type { Post } from "../post.ts";
import { FOLDED_LETTERS, withoutSurplusMarks } from "./characters.ts";
import { withoutTags } from "./plain-text.ts";

/** Maximum length in the encoded form. Source: rules/events.md#slug-form. */
const MAX_LENGTH = 200;
const TRASHED = "__trashed";
/** Number of taken suffixes in a row after which the search for a free one doubles its steps. */
const LINEAR_PROBES = 20;

const FOLDED: Readonly<Record<string, string>> = {
  ...FOLDED_LETTERS,
  "€": "e",
  "£": "",
  "×": "x",
};

/**
 * Returns the slug of a text. Lower-cases it, folds Latin accents and drops tags (as browsers recognize them)
 * and entities. Turns blanks and separators into a single `-` and drops characters other than letters,
 * digits, `_` and `-`. Percent-encodes non-ASCII characters in lower case and cuts the slug to 200 characters
 * at a whole character. May return `""`. Applying it to a slug changes nothing.
 * Source: rules/events.md#slug-form.
 */
export const toSlug = (text: string): string => {
  const bare = withoutTags(decodeSlug(text)).replace(/&#?\w+;/g, "");
  const plain = withoutSurplusMarks(bare)
    .normalize("NFD")
    .replace(/(\p{Script=Latin})\p{M}+/gu, "$1")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{ASCII}]/gu, (character) => FOLDED[character] ?? character)
    .replace(/[\s./\u2010-\u2015]+/g, "-")
    .replace(/[^\p{L}\p{M}\p{N}\p{Emoji_Presentation}_-]/gu, "")
    .replace(/-+/g, "-")
    .replace(/^-+|(?<!-)-+$/g, "");
  return cut(plain, MAX_LENGTH).replace(/(?<!-)-+$/, "");
};

/** Decodes a slug, which may arrive plain or encoded. An invalid escape stays text. */
export const decodeSlug = (text: string): string => {
  if (!/%[0-9a-f]{2}/i.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const cut = (text: string, length: number): string => {
  let encoded = "";
  for (const character of text) {
    const next =
      encoded + (character.charCodeAt(0) < 128 ? character : encodeURIComponent(character).toLowerCase());
    if (next.length > length) break;
    encoded = next;
  }
  return encoded;
};

/**
 * True if the record's slug must be unique among its kind. The slugs of drafts, pending records and trashed
 * occurrences need not be.
 */
export const claimsSlug = ({ slug, status, occurrence }: Post & { readonly occurrence?: object }): boolean =>
  slug !== "" &&
  status !== "draft" &&
  status !== "pending" &&
  !(occurrence !== undefined && status === "trash");

/** Returns the slug with an ASCII suffix, cut so that it fits. */
export const withSuffix = (slug: string, suffix: string): string =>
  cutEncoded(slug, MAX_LENGTH - suffix.length) + suffix;

/** Cuts an encoded slug at a whole character. */
const cutEncoded = (slug: string, length: number): string =>
  slug.length <= length ? slug : cut(decodeSlug(slug), length);

/** Returns the slug of a record in the trash. */
export const trashedSlug = (slug: string): string => (slug === "" ? "" : withSuffix(slug, TRASHED));

/**
 * Returns the slug if it is free, else with the lowest free suffix of `-2`, `-3`, ... Among very many, the
 * suffix is only nearly the lowest.
 */
export const freeSlug = async (
  slug: string,
  isTaken: (slug: string) => Promise<boolean>,
): Promise<string> => {
  if (!(await isTaken(slug))) return slug;
  const numbered = (number: number): string => withSuffix(slug, `-${number}`);
  for (let number = 2; number <= LINEAR_PROBES; number += 1) {
    if (!(await isTaken(numbered(number)))) return numbered(number);
  }
  let taken = LINEAR_PROBES;
  let free = taken * 2;
  while (await isTaken(numbered(free))) [taken, free] = [free, free * 2];
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2);
    if (await isTaken(numbered(middle))) taken = middle;
    else free = middle;
  }
  return numbered(free);
};
