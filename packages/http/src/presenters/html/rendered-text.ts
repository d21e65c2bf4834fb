import { escapeAngles } from "@kalends/core";
import { type HtmlToken, toHtmlTokens } from "./html-tokens.ts";
import { BLOCKS, TAG_NEWLINE, toParagraphs, toTextParagraphs } from "./paragraphs.ts";
import { joinWholeBlocks } from "./verbatim-blocks.ts";

/*
 * Rendering of stored texts. `renderTermName`, `renderTitle` and `renderHtml` expect texts that were
 * sanitized when they were stored. The functions preserve the entities and tags of a text, and take time in
 * proportion to its length. Rendering a result again does not change it.
 * Source: rules/representations.md#rendered-names, rules/representations.md#no-typography.
 */

const BARE_AMPERSAND = /&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][\da-z]{1,31});)/gi;
const MARKUP = /[&<>]/;

const escapeAmpersands = (text: string): string => text.replace(BARE_AMPERSAND, "&#038;");

/** Renders the name of a category or tag: `R&B` becomes `R&amp;B`, and `<` becomes `&lt;`. */
export const renderTermName = (name: string): string => {
  const text = name.trim();
  return MARKUP.test(text) ? escapeAngles(text.replace(BARE_AMPERSAND, "&amp;")) : text;
};

const AS_WRITTEN = new Set(["script", "style", "svg", "math"]);

const escapeToken = (token: HtmlToken): HtmlToken => {
  if (token.kind === "text") {
    return MARKUP.test(token.text) ? { ...token, text: escapeAngles(escapeAmpersands(token.text)) } : token;
  }
  if (token.kind === "verbatim" && (token.name === "" || AS_WRITTEN.has(token.name))) return token;
  return token.text.includes("&") ? { ...token, text: escapeAmpersands(token.text) } : token;
};

/** Renders the name of an event, venue or organizer: `A <b>B</b> & C` becomes `A <b>B</b> &#038; C`. */
export const renderTitle = (title: string): string => {
  const text = title.trim();
  if (!MARKUP.test(text)) return text;
  return toHtmlTokens(text)
    .map((token) => escapeToken(token).text)
    .join("");
};

/** One line of text without markup. */
const PLAIN_LINE = /^[^&<>\r\n]*$/;
/** Text without markup, of any number of lines. */
const PLAIN_TEXT = /^[^&<>\r]*$/;
/**
 * Matches texts that consist of one-line paragraphs only, as most stored descriptions do. Such a text is
 * rendered unchanged.
 */
const PLAIN_PARAGRAPHS = ((): RegExp => {
  const text = "[^&<>\\r\\n]*";
  const entity = "&(?:#\\d{1,7}|[a-z][\\da-z]{1,31});";
  const tag = "</?(?:a|abbr|b|code|em|i|img|small|span|strong|u)(?: [^&<>\\r\\n]*)?>";
  const paragraph = `<p>(?!\\s*</p>)${text}(?:(?:${entity}|${tag})${text})*</p>`;
  return new RegExp(`^${paragraph}(?:\\n${paragraph})*$`);
})();

/** Removes spaces around image captions, because a caption belongs to its figure. */
const withoutBlanksAroundCaptions = (tokens: readonly HtmlToken[]): readonly HtmlToken[] =>
  tokens.map((token, index) => {
    if (token.kind !== "text") return token;
    const [before, after] = [tokens[index - 1], tokens[index + 1]];
    const text = after?.name === "figcaption" && !after.isEnd ? token.text.trimEnd() : token.text;
    return { ...token, text: before?.name === "figcaption" && before.isEnd ? text.trimStart() : text };
  });

/**
 * Renders a description or excerpt. Blank lines separate paragraphs, and line breaks become `<br />`. Block
 * elements and preformatted text stay unchanged. An empty text stays empty.
 */
export const renderHtml = (html: string): string => {
  if (PLAIN_LINE.test(html)) return html.trim() === "" ? "" : `<p>${html}</p>`;
  if (PLAIN_TEXT.test(html)) return toTextParagraphs(html);
  if (PLAIN_PARAGRAPHS.test(html)) return html;
  // The placeholder is replaced, not removed: removing it could change a URL that was already checked.
  const own = html.replaceAll(TAG_NEWLINE, "\uFFFD");
  const text = own.includes("\r") ? own.replaceAll("\r\n", "\n").replaceAll("\r", "\n") : own;
  const tokens = joinWholeBlocks(toHtmlTokens(text).map(escapeToken), (name) => BLOCKS.has(name));
  return toParagraphs(text.includes("<figcaption") ? withoutBlanksAroundCaptions(tokens) : tokens);
};
