import type { HtmlToken } from "./html-tokens.ts";

/**
 * Matches start tags of elements created by a block editor or gallery, which have classes such as
 * `wp-block-group`, `wp-caption` or `gallery`.
 */
const WHOLE = /\sclass=["'](?:[^"']*\s)?(?:wp-block-|(?:wp-caption|gallery|gallery-item)[\s"'])/i;

/** True if the token starts a block element created by a block editor or gallery, except a paragraph. */
const isWhole = ({ kind, isEnd, name, text }: HtmlToken): boolean =>
  kind === "tag" && !isEnd && name !== "p" && WHOLE.test(text);

/** Returns the index of the token that closes the element at `start`; -1 if the element is not closed. */
const endOf = (tokens: readonly HtmlToken[], start: number): number => {
  const name = tokens[start]?.name;
  let depth = 0;
  for (let index = start; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (token?.kind !== "tag" || token.name !== name) continue;
    depth += token.isEnd ? -1 : 1;
    if (depth === 0) return index;
  }
  return -1;
};

/**
 * Joins the tokens of each block created by a block editor or gallery into one verbatim token. Such blocks
 * need no paragraphs. `isBlock`: returns true for names of block elements. Source:
 * rules/representations.md#rendered-html.
 */
export const joinWholeBlocks = (
  tokens: readonly HtmlToken[],
  isBlock: (name: string) => boolean,
): readonly HtmlToken[] => {
  const joined: HtmlToken[] = [];
  /** Names of elements that are not closed. Searching for their end again would take quadratic time. */
  const endless = new Set<string>();
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (token === undefined) continue;
    const isCandidate = isWhole(token) && isBlock(token.name) && !endless.has(token.name);
    const end = isCandidate ? endOf(tokens, index) : -1;
    if (end === -1) {
      if (isCandidate) endless.add(token.name);
      joined.push(token);
      continue;
    }
    const text = tokens.slice(index, end + 1).map((one) => one.text);
    joined.push({ ...token, kind: "verbatim", text: text.join("") });
    index = end;
  }
  return joined;
};
