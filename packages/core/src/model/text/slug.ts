import type { Post } from "../post.ts";
import { FOLDED_LETTERS, withoutSurplusMarks } from "./characters.ts";
import { withoutTags } from "./plain-text.ts";

/** Maximum number of characters of a slug in its percent-encoded form. Source: rules/events.md#slug-form. */
const MAX_LENGTH = 200;
const TRASHED = "__trashed";
/**
 * Last suffix number that `freeSlug` tries one by one, from `-2`. After that, it tries `-40`, `-80` and so
 * on, and searches back from the first free one.
 */
const LINEAR_PROBES = 20;

const FOLDED: Readonly<Record<string, string>> = {
  ...FOLDED_LETTERS,
  "€": "e",
  "£": "",
  "×": "x",
};

/**
 * Returns the slug of a text. It may return `""`. A slug as input is returned unchanged.
 *
 * - Letters become lower case, and Latin letters lose their accents. Some characters are replaced (`FOLDED`):
 *   `ß` becomes `ss`.
 * - HTML tags (as browsers recognize them) and entities are removed.
 * - Blanks and separators become a single `-`. Other characters than letters, marks, digits, emoji, `_` and
 *   `-` are removed.
 * - Non-ASCII characters are percent-encoded in lower case.
 * - The slug is cut to 200 characters, between two complete characters.
 *
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

/** Decodes a slug that may be percent-encoded. An invalid percent sequence stays as it is. */
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
 * True if no other record of the same kind may have this record's slug. Drafts, pending records and trashed
 * occurrences may share a slug.
 */
export const claimsSlug = ({ slug, status, occurrence }: Post & { readonly occurrence?: object }): boolean =>
  slug !== "" &&
  status !== "draft" &&
  status !== "pending" &&
  !(occurrence !== undefined && status === "trash");

/** Returns the slug with an ASCII suffix. Shortens the slug so that the result has at most 200 characters. */
export const withSuffix = (slug: string, suffix: string): string =>
  cutEncoded(slug, MAX_LENGTH - suffix.length) + suffix;

/** Shortens a percent-encoded slug without cutting through a character. */
const cutEncoded = (slug: string, length: number): string =>
  slug.length <= length ? slug : cut(decodeSlug(slug), length);

/**
 * Returns the slug that a record gets when it is moved to the trash: with the suffix `__trashed`, unless it
 * is empty.
 */
export const trashedSlug = (slug: string): string => (slug === "" ? "" : withSuffix(slug, TRASHED));

/**
 * Returns the slug if it is free, otherwise the slug with a free suffix such as `-2` or `-3`. The suffix is
 * the lowest free one, unless all suffixes up to `LINEAR_PROBES` are taken.
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
