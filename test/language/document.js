/** Maximum number of words in a sentence of the documentation. */
const MAX_WORDS = 35;

/** Replaces all characters except line breaks by spaces, so that line numbers do not change. */
const blank = (text) => text.replaceAll(/[^\n]/g, " ");

/**
 * Returns the paragraphs, list items and table cells of a Markdown text, each with the line on which it
 * begins.
 */
const proseOf = (markdown) => {
  const text = markdown
    .replaceAll(/^(`{3,}|~{3,})[\s\S]*?^\1[^\n]*$/gm, blank)
    .replaceAll(/<!--[\s\S]*?-->/g, blank)
    .replaceAll(/^ {0,3}#.*$/gm, blank)
    .replaceAll(/^\|?[\s|:-]+$/gm, blank);
  const pieces = [];
  let piece;
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") piece = undefined;
    else if (/^\s*\|/.test(line)) {
      piece = undefined;
      for (const cell of line.split(/(?<!\\)\|/)) pieces.push({ line: index + 1, text: cell });
    } else if (piece === undefined || /^\s*(?:[-*+]|\d+[.)])\s/.test(line)) {
      piece = { line: index + 1, text: line };
      pieces.push(piece);
    } else piece.text += `\n${line}`;
  }
  return pieces;
};

/** Replaces code and URLs by one word each. */
const plain = (text) =>
  text
    .replaceAll(/`+[^`]*`+/g, "code")
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/https?:\/\/\S+/g, "address");

/** Returns the sentences of a Markdown text that are too long, with rule, line and message for each. */
export const findInDocument = (markdown) =>
  proseOf(markdown).flatMap(({ line, text }) =>
    plain(text)
      .split(/(?<=[.!?]["”)*_]*)\s+(?=\S)/)
      .map((sentence) => ({
        sentence,
        words: sentence.match(/[\p{L}\p{N}][\p{L}\p{N}'’./-]*/gu)?.length ?? 0,
      }))
      .filter(({ words }) => words > MAX_WORDS)
      .map(({ sentence, words }) => ({
        ...{ rule: "sentence-length", line },
        message: `A sentence has ${words} words, more than ${MAX_WORDS}: "${sentence.trim().slice(0, 60)}…"`,
      })),
  );
