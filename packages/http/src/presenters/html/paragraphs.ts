import { BLOCKS, CELLS, SECTIONS, VOID_BLOCKS } from "./block-elements.ts";
import type { HtmlToken } from "./html-tokens.ts";

const BREAK = "<br />";
/** Stands for a line break inside a tag, which is none of the text; texts must not have it when they come. */
export const TAG_NEWLINE = "\uFDD0";
const BLANK_LINE = /\n\s*\n/;

/** What stands between two places where a line has to end: at most one block tag before and one after the text. */
interface Chunk {
  readonly open: HtmlToken | undefined;
  readonly inline: string;
  readonly close: HtmlToken | undefined;
  /** A blank line, not a block tag, is what ends it. */
  readonly isCut: boolean;
}

/** `isGlued`: follows the line before without a line break. */
interface Line {
  readonly text: string;
  readonly isGlued?: boolean;
}

const withoutLastBreak = (inline: string): string | undefined => {
  const text = inline.trimEnd();
  return text.endsWith(BREAK) ? text.slice(0, -BREAK.length) : undefined;
};

/** Line breaks become visible ones, those at the edges excepted. */
const withBreaks = (inline: string): string => {
  let text = inline.trim();
  if (text.startsWith(BREAK)) text = text.slice(BREAK.length).trimStart();
  text = withoutLastBreak(text)?.trimEnd() ?? text;
  if (!text.includes("\n")) return text;
  const lines = text.split("\n");
  return lines
    .map((line, index) => {
      if (index === lines.length - 1) return line;
      const shown = line.trimEnd();
      return shown.endsWith(BREAK) ? shown : shown + BREAK;
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
      // A paragraph of nothing is as good as a blank line.
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
  /** Two breaks are as good as a blank line. */
  const addBreak = (): void => {
    const last = parts.at(-1) ?? "";
    const beforeLast = last.trim() === "" ? (parts.at(-2) ?? "") : last;
    if (beforeLast !== BREAK) {
      // A line break before a break is the same break.
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

/** Blanks at the edges stay, but no line break that would make a line of them. */
const toParagraphText = (inline: string): string => {
  const before = inline.slice(0, inline.length - inline.trimStart().length);
  const after = inline.slice(inline.trimEnd().length);
  const text = withBreaks(inline);
  return text === "" ? "" : before.slice(before.lastIndexOf("\n") + 1) + text + (after.split("\n")[0] ?? "");
};

/** A text between its own two tags stays there, with the blanks around it. */
const toEnclosedText = (inline: string): string => {
  const text = withBreaks(inline);
  if (text === "") return inline.trim() === "" ? inline : "";
  return (
    inline.slice(0, inline.length - inline.trimStart().length) + text + inline.slice(inline.trimEnd().length)
  );
};

const paragraph = (text: string): string => `<p>${text}</p>`;

const closedLines = ({ open, inline, close }: Chunk): readonly Line[] => {
  if (!open || !close) return [];
  const text = toEnclosedText(inline);
  if (text.trim() === "" && open.name === "p") return [];
  if (open.name === "blockquote" && text.trim() !== "") {
    return [{ text: open.text + paragraph(toParagraphText(inline)) + close.text }];
  }
  return [{ text: open.text + text + close.text }];
};

const openedLines = (chunk: Chunk, next: Chunk | undefined): readonly Line[] => {
  const { open, inline, isCut } = chunk;
  if (!open) return [];
  const text = toParagraphText(inline);
  if (open.name === "p") return text === "" ? [] : [{ text: `${open.text}${text}</p>` }];
  if (text === "") return [{ text: open.text }];
  if (open.name === "blockquote") return [{ text: open.text + paragraph(text) }];
  const isFollowedByText = isCut && next !== undefined && !next.open && withBreaks(next.inline) !== "";
  if (SECTIONS.has(open.name) || (CELLS.has(open.name) && isFollowedByText)) {
    return [{ text: open.text }, { text: paragraph(text) }];
  }
  return [{ text: open.text + text + (isFollowedByText && next.close?.name === open.name ? BREAK : "") }];
};

const endedLines = (chunk: Chunk, previous: Chunk | undefined): readonly Line[] => {
  const { inline, close } = chunk;
  if (!close) return [];
  const text = toParagraphText(inline);
  if (close.name === "p") return text === "" ? [] : [{ text: paragraph(text) }];
  if (text === "") {
    const isGlued = inline === "" && close.name === "blockquote" && previous?.close?.name === "p";
    return [{ text: close.text, isGlued }];
  }
  if (close.name === "blockquote") return [{ text: paragraph(text) + close.text }];
  if (SECTIONS.has(close.name) || (CELLS.has(close.name) && previous?.isCut === true)) {
    return [{ text: paragraph(text) }, { text: close.text }];
  }
  return [{ text: text + close.text }];
};

const toLines = (chunk: Chunk, previous: Chunk | undefined, next: Chunk | undefined): readonly Line[] => {
  const { open, inline, close } = chunk;
  if (open?.kind === "verbatim" || (open && VOID_BLOCKS.has(open.name))) return [{ text: open.text }];
  if (open && close && open.name === close.name) return closedLines(chunk);
  if (open)
    return [...openedLines(chunk, next), ...(close && close.name !== "p" ? [{ text: close.text }] : [])];
  if (close) return endedLines(chunk, previous);
  const text = toParagraphText(inline);
  return text === "" ? [] : [{ text: paragraph(text) }];
};

/** `<blockquote><p>` is how a quotation of loose text is shown; it stays together when it comes back. */
const isGluedQuotation = (chunk: Chunk, previous: Chunk | undefined): boolean =>
  chunk.open?.name === "p" &&
  previous?.open?.name === "blockquote" &&
  previous.close === undefined &&
  previous.inline === "" &&
  !previous.isCut;

/** As `toParagraphs`, for text without tags: what blank lines part, each in a paragraph of its own. */
export const toTextParagraphs = (text: string): string =>
  text
    .split(BLANK_LINE)
    .map(toParagraphText)
    .filter((inline) => inline !== "")
    .map(paragraph)
    .join("\n");

/** The HTML with its loose text in paragraphs; block elements that are there stay as they are, each on its line. */
export const toParagraphs = (tokens: readonly HtmlToken[]): string => {
  const chunks = toChunks(tokens);
  const parts: string[] = [];
  for (const [index, chunk] of chunks.entries()) {
    const previous = chunks[index - 1];
    const isGlued = isGluedQuotation(chunk, previous);
    for (const [place, line] of toLines(chunk, previous, chunks[index + 1]).entries()) {
      const isJoined = parts.length === 0 || line.isGlued === true || (isGlued && place === 0);
      parts.push(isJoined ? line.text : `\n${line.text}`);
    }
  }
  return parts.join("").replaceAll(TAG_NEWLINE, "\n").trim();
};
