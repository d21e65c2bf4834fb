import { BLOCK_ELEMENTS } from "@kalends/core";
import type { HtmlToken } from "./html-tokens.ts";

const named = (names: string): ReadonlySet<string> => new Set(names.split(" "));

/** Names of block elements. */
export const BLOCKS: ReadonlySet<string> = new Set([
  ...BLOCK_ELEMENTS,
  ...named("caption col colgroup dd dt fieldset form hgroup legend li menu style tbody td tfoot th thead tr"),
]);
/** Names of block elements without contents. */
const VOID_BLOCKS = named("hr col");
/**
 * Names of block elements in which loose text, outside of `<p>`, becomes paragraphs if it is next to other
 * blocks or blank lines.
 */
const SECTIONS = named(
  "address article aside blockquote details div fieldset figure footer form header main nav section",
);
/** Names of block elements in which loose text becomes paragraphs only at blank lines. */
const CELLS = named("li dd td th");

const BREAK = "<br />";
/**
 * Character that replaces line breaks inside tags, so that they do not become line breaks of the text. The
 * input must not contain this character.
 */
export const TAG_NEWLINE = "\uFDD0";
const BLANK_LINE = /\n\s*\n/;

/**
 * Part of the HTML that ends at a block tag or a blank line. It consists of an optional start tag of a block,
 * text, and an optional end tag.
 */
interface Chunk {
  readonly open: HtmlToken | undefined;
  readonly inline: string;
  readonly close: HtmlToken | undefined;
  /** True if the chunk ends at a blank line instead of a block tag. */
  readonly isCut: boolean;
}

const withoutLastBreak = (inline: string): string | undefined => {
  const text = inline.trimEnd();
  return text.endsWith(BREAK) ? text.slice(0, -BREAK.length) : undefined;
};

/** Converts line breaks inside the text to `<br />`, but not those at its start and end. */
const withBreaks = (inline: string): string => {
  let text = inline.trim();
  if (text.startsWith(BREAK)) text = text.slice(BREAK.length).trimStart();
  text = withoutLastBreak(text)?.trimEnd() ?? text;
  if (!text.includes("\n")) return text;
  return text
    .split("\n")
    .map((line, index, { length }) => {
      const shown = line.trimEnd();
      return index === length - 1 || shown.endsWith(BREAK) ? shown : shown + BREAK;
    })
    .join("\n");
};

const isParagraph = (tag: HtmlToken | undefined): boolean => tag === undefined || tag.name === "p";

const toChunks = (tokens: readonly HtmlToken[]): readonly Chunk[] => {
  const chunks: Chunk[] = [];
  let open: HtmlToken | undefined;
  let parts: string[] = [];
  const end = (close?: HtmlToken, isCut = false): void => {
    const inline = parts.join("");
    const last = chunks.at(-1);
    if (!isParagraph(open) || !isParagraph(close) || withBreaks(inline) !== "") {
      chunks.push({ open, inline, close, isCut });
    } else if (last && !last.close && (open || close || isCut)) {
      // An empty paragraph has the same effect as a blank line.
      chunks[chunks.length - 1] = { ...last, isCut: true };
    }
    open = undefined;
    parts = [];
  };
  const addText = (text: string): void => {
    if (!text.includes("\n")) {
      parts.push(text);
      return;
    }
    for (const [index, piece] of text.split(BLANK_LINE).entries()) {
      if (index > 0) end(undefined, true);
      parts.push(piece);
    }
  };
  /** Adds a `<br />`. Two `<br />` in a row have the same effect as a blank line. */
  const addBreak = (): void => {
    const last = parts.at(-1) ?? "";
    const beforeLast = last.trim() === "" ? (parts.at(-2) ?? "") : last;
    if (beforeLast !== BREAK) {
      // A line break before a `<br />` is part of it, so it adds no second break.
      if (last.slice(last.trimEnd().length).includes("\n")) parts[parts.length - 1] = last.trimEnd();
      parts.push(BREAK);
      return;
    }
    parts = [withoutLastBreak(parts.join("")) ?? ""];
    end(undefined, true);
  };

  for (const token of tokens) {
    if (token.kind === "text") addText(token.text);
    else if (token.name === "br") addBreak();
    else if (!BLOCKS.has(token.name)) parts.push(token.text.replaceAll("\n", TAG_NEWLINE));
    else if (token.kind === "verbatim" || VOID_BLOCKS.has(token.name)) {
      end();
      open = token;
      end();
    } else if (token.isEnd) end(token);
    else {
      end();
      open = token;
    }
  }
  end();
  return chunks;
};

/**
 * Returns the text of a chunk with `<br />` for line breaks. Spaces at its edges stay. Line breaks at its
 * edges stay only between the two tags of an element.
 */
const toText = (inline: string, isEnclosed = false): string => {
  const text = withBreaks(inline);
  if (text === "") return isEnclosed && inline.trim() === "" ? inline : "";
  const before = inline.slice(0, inline.length - inline.trimStart().length);
  const after = inline.slice(inline.trimEnd().length);
  if (isEnclosed) return before + text + after;
  return before.slice(before.lastIndexOf("\n") + 1) + text + (after.split("\n")[0] ?? "");
};

const paragraph = (text: string): string => (text === "" ? "" : `<p>${text}</p>`);

/** Returns the lines of a chunk that has only an end tag, or no tags. */
const endedLines = ({ inline, close }: Chunk, previous: Chunk | undefined): readonly string[] => {
  const text = toText(inline);
  if (close === undefined || close.name === "p") return [paragraph(text)];
  if (close.name === "blockquote") return [paragraph(text) + close.text];
  const isParted = SECTIONS.has(close.name) || (CELLS.has(close.name) && previous?.isCut === true);
  return isParted ? [paragraph(text), close.text] : [text + close.text];
};

const openedLines = (
  open: HtmlToken,
  { inline, isCut }: Chunk,
  next: Chunk | undefined,
): readonly string[] => {
  const text = toText(inline);
  if (open.name === "p") return text === "" ? [] : [`${open.text}${text}</p>`];
  if (open.name === "blockquote") return [open.text + paragraph(text)];
  const isFollowedByText = isCut && next !== undefined && !next.open && withBreaks(next.inline) !== "";
  if (SECTIONS.has(open.name) || (CELLS.has(open.name) && isFollowedByText)) {
    return [open.text, paragraph(text)];
  }
  const isSameElement = text !== "" && isFollowedByText && next.close?.name === open.name;
  return [open.text + text + (isSameElement ? BREAK : "")];
};

const toLines = (chunk: Chunk, previous: Chunk | undefined, next: Chunk | undefined): readonly string[] => {
  const { open, inline, close } = chunk;
  if (open === undefined) return endedLines(chunk, previous);
  if (open.kind === "verbatim" || VOID_BLOCKS.has(open.name)) return [open.text];
  if (open.name !== close?.name) {
    return [...openedLines(open, chunk, next), isParagraph(close) ? "" : (close?.text ?? "")];
  }
  const text = toText(inline, true);
  if (text.trim() === "" && open.name === "p") return [];
  const isQuotation = open.name === "blockquote" && text.trim() !== "";
  return [open.text + (isQuotation ? paragraph(toText(inline)) : text) + close.text];
};

/**
 * True if the chunk stays on the line of the previous chunk. Loose text in a quotation is rendered as
 * `<blockquote><p>` on one line, and rendering this result again must not change it.
 */
const isGlued = ({ open, inline, close }: Chunk, previous: Chunk): boolean => {
  if (open === undefined) {
    return inline === "" && close?.name === "blockquote" && previous.close?.name === "p";
  }
  const isStart = previous.open?.name === "blockquote" && previous.inline === "";
  return open.name === "p" && isStart && previous.close === undefined && !previous.isCut;
};

/**
 * Converts text without tags to paragraphs, separated by blank lines. Faster equivalent of `toParagraphs`.
 */
export const toTextParagraphs = (text: string): string =>
  text
    .split(BLANK_LINE)
    .map((inline) => paragraph(toText(inline)))
    .filter((line) => line !== "")
    .join("\n");

/**
 * Returns the HTML with loose text, which is outside of `<p>`, wrapped in paragraphs. Existing block elements
 * stay unchanged, each on its own line.
 */
export const toParagraphs = (tokens: readonly HtmlToken[]): string => {
  const chunks = toChunks(tokens);
  const parts: string[] = [];
  for (const [index, chunk] of chunks.entries()) {
    const previous = chunks[index - 1];
    const lines = toLines(chunk, previous, chunks[index + 1]).filter((line) => line !== "");
    for (const [place, line] of lines.entries()) {
      const isJoined =
        parts.length === 0 || (place === 0 && previous !== undefined && isGlued(chunk, previous));
      parts.push(isJoined ? line : `\n${line}`);
    }
  }
  return parts.join("").replaceAll(TAG_NEWLINE, "\n").trim();
};
