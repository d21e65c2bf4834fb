import type { Post } from "../post.ts";
import { FOLDED_LETTERS, withoutSurplusMarks } from "./characters.ts";
import { withoutTags } from "./plain-text.ts";

/** In the encoded form. Source: rules/events.md#slug-form. */
const MAX_LENGTH = 200;
const TRASHED = "__trashed";
/** Beyond this many taken suffixes in a row, free ones are searched in steps that double. */
const LINEAR_PROBES = 20;

const FOLDED: Readonly<Record<string, string>> = {
  ...FOLDED_LETTERS,
  "€": "e",
  "£": "",
  "×": "x",
};

/**
 * The slug of a text: lower case, Latin accents folded, tags (as browsers see them) and entities dropped, blanks and
 * separators to single `-`, other characters than letters, digits, `_` and `-` dropped; what is not ASCII
 * percent-encoded in lower case, the whole cut to 200 characters at a whole character. May be `""`. Applying it to a
 * slug changes nothing. Source: rules/events.md#slug-form.
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

/** Slugs arrive in plain and in encoded form; an escape that means nothing stays text. */
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
 * Whether this record's slug must be unique among its kind: those of drafts, of pending records and of occurrences in the trash
 * need not be.
 */
export const claimsSlug = ({ slug, status, occurrence }: Post & { readonly occurrence?: object }): boolean =>
  slug !== "" &&
  status !== "draft" &&
  status !== "pending" &&
  !(occurrence !== undefined && status === "trash");

/** With a suffix of ASCII, cut so that it fits. */
export const withSuffix = (slug: string, suffix: string): string =>
  cutEncoded(slug, MAX_LENGTH - suffix.length) + suffix;

/** Cuts an encoded slug at a whole character. */
const cutEncoded = (slug: string, length: number): string =>
  slug.length <= length ? slug : cut(decodeSlug(slug), length);

/** The slug of a record in the trash. */
export const trashedSlug = (slug: string): string => (slug === "" ? "" : withSuffix(slug, TRASHED));

/** The slug itself when it is free, else with the lowest free of `-2`, `-3`, ... (nearly the lowest among very many). */
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
