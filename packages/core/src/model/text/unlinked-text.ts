import { toPlainLine } from "./plain-text.ts";

/** Control and formatting characters, which may hide or reorder text. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]+/gu;

/**
 * Matches a dot between two characters that are not both digits, as in `evil.example`. Also matches other
 * characters that browsers read as dots.
 */
const DOT = /(?<=\S)([.。．｡․])(?=[\p{L}\p{M}\p{N}\p{S}])(?!(?<=\p{N}.)\p{N})/gu;
/** Matches at least three numbers separated by dots, such as an IP address. */
const NUMBERS = /\p{N}+(?:[.。．｡․]\p{N}+){2,}/gu;
/** Matches a colon after a letter, as in `https:` and `mailto:`, if another character follows. */
const COLON = /(?<=\p{L})([:：])(?=\S)/gu;
const AT = /(?<=\S)([@＠﹫])(?=\S)/gu;
const SLASHES = /[/\\／＼]{2,}/gu;

/** Shortens a text to at most `maximum` characters. A shortened text ends with an ellipsis. */
const cut = (text: string, maximum: number): string => {
  const characters = [...text];
  return characters.length <= maximum ? text : `${characters.slice(0, maximum - 1).join("")}…`;
};

/**
 * Returns plain text on one line in which mail programs find no address to link, with at most `maximum`
 * characters. Blanks separate the parts of web and mail addresses: `evil. example`.
 * Source: rules/sign-in.md#mail.
 */
export const toUnlinkedLine = (text: string, maximum: number): string =>
  cut(
    toPlainLine(text.replace(INVISIBLE, " "))
      .replace(SLASHES, " ")
      .replace(COLON, "$1 ")
      .replace(AT, " $1 ")
      .replace(NUMBERS, (numbers) => numbers.replace(/(\P{N})/gu, "$1 "))
      .replace(DOT, "$1 ")
      .replace(/\s+/g, " ")
      .trim(),
    maximum,
  );
