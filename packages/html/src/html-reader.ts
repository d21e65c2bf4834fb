import { createRequire } from "node:module";
import { DROPPED_WITH_CONTENTS } from "./allow-list.ts";

const require = createRequire(import.meta.url);

/**
 * Functions that `readHtml` calls for the parts of an HTML text, in the order of the text. Comments are left
 * out, and so are elements without visible text, such as scripts, styles and frames.
 */
interface HtmlHandler {
  /**
   * Called for the text between two tags. `written` is the original text; `decoded` has its entities decoded.
   */
  readonly text: (written: string, decoded: string) => void;
  /**
   * Called for a start tag. Element and attribute names are in lower case, and values are decoded. If an
   * attribute is repeated, the first value counts.
   */
  readonly open: (name: string, attributes: ReadonlyMap<string, string>) => void;
  /**
   * Called for each attribute with a value, before `open` is called for its start tag. `value` is decoded.
   * `start` and `end` are the positions of the value in the HTML text, including quotes.
   */
  readonly value?: (attribute: string, value: string, start: number, end: number) => void;
  /** Called for an end tag, even if the element is not open. */
  readonly close: (name: string) => void;
  /**
   * Called for each part that is left out: a comment, an element with its contents, or a start tag without
   * end.
   */
  readonly omit?: () => void;
}

/** Elements whose end tag also closes an open `option`, because the end tag of an `option` is optional. */
const AROUND_OPTIONS: ReadonlySet<string> = new Set(["select", "optgroup", "datalist"]);

/** Elements that are complete with their start tag if it ends in `/>`: such an element has no contents. */
const FOREIGN: ReadonlySet<string> = new Set(["svg", "math"]);

/** Matches the text between the name of an attribute and its value. */
const BEFORE_VALUE = /\s*=\s*/y;

/**
 * Escapes each `<` after the last `>`. Otherwise, it would be read as a start tag that contains the rest of
 * the text.
 */
const closeOpenEnd = (html: string): string => {
  const end = html.lastIndexOf(">") + 1;
  return html.slice(0, end) + html.slice(end).replaceAll("<", "&lt;");
};

/**
 * Parses HTML as browsers do, including malformed HTML, and calls the handler for each part. Reads each
 * character once and stores no list of open elements. It therefore runs in linear time for any input.
 */
export const readHtml = (given: string, handler: HtmlHandler): void => {
  const html = closeOpenEnd(given);
  /** Start of the current text; -1 outside of text. */
  let textStart = -1;
  let textEnd = 0;
  let decoded = "";
  let tag = "";
  /** Attributes of the current start tag; `undefined` outside of a start tag. */
  let attributes: Map<string, string> | undefined;
  let attribute = "";
  let attributeEnd = 0;
  let value = "";
  /**
   * Name of the element that is being left out with its contents. `depth` is the number of open elements of
   * that name, including itself.
   */
  let omitted = "";
  let depth = 0;

  const addText = (start: number, end: number, text: string): void => {
    if (textStart === -1) textStart = start;
    textEnd = end;
    decoded += text;
  };

  const endText = (): void => {
    if (textStart !== -1 && depth === 0) handler.text(html.slice(textStart, textEnd), decoded);
    textStart = -1;
    decoded = "";
  };

  const endComment = (): void => {
    endText();
    handler.omit?.();
  };

  const omitTag = (): void => {
    attributes = undefined;
    handler.omit?.();
  };

  const endAttribute = (end: number): void => {
    if (attributes?.has(attribute) !== false) return;
    attributes.set(attribute, value);
    BEFORE_VALUE.lastIndex = attributeEnd;
    if (depth === 0 && handler.value !== undefined && BEFORE_VALUE.test(html))
      handler.value(attribute, value, BEFORE_VALUE.lastIndex, end);
  };

  const startTag = (): void => {
    if (depth > 0) {
      // An `option` cannot contain another `option`; all other elements can be nested.
      if (tag === omitted && tag !== "option") depth += 1;
    } else if (DROPPED_WITH_CONTENTS.has(tag)) {
      omitted = tag;
      depth = 1;
      handler.omit?.();
    } else handler.open(tag, attributes ?? new Map());
    attributes = undefined;
  };

  const endTag = (name: string): void => {
    if (depth === 0) handler.close(name);
    else if (name === omitted) depth -= 1;
    else if (omitted === "option" && AROUND_OPTIONS.has(name)) depth = 0;
  };

  // Import htmlparser2 with the first text that has tags. Reading the calendar never needs it, and importing
  // it takes a large part of the start time.
  const { Tokenizer } = require("htmlparser2") as typeof import("htmlparser2");
  const tokenizer = new Tokenizer(
    {},
    {
      ontext: (start, end) => addText(start, end, html.slice(start, end)),
      // The tokenizer calls this twice for an entity that stands for two characters, each time with the same
      // end.
      ontextentity: (codePoint, end) =>
        addText(html.lastIndexOf("&", end - 1), end, String.fromCodePoint(codePoint)),
      onopentagname(start, end) {
        endText();
        tag = html.slice(start, end).toLowerCase();
        attributes = new Map();
      },
      onattribname(start, end) {
        attribute = html.slice(start, end).toLowerCase();
        attributeEnd = end;
        value = "";
      },
      onattribdata(start, end) {
        value += html.slice(start, end);
      },
      onattribentity(codePoint) {
        value += String.fromCodePoint(codePoint);
      },
      onattribend: (_quote, end) => endAttribute(end),
      onopentagend: startTag,
      onselfclosingtag() {
        if (FOREIGN.has(tag)) omitTag();
        else startTag();
      },
      onclosetag(start, end) {
        endText();
        endTag(html.slice(start, end).toLowerCase());
      },
      oncomment: endComment,
      oncdata: endComment,
      ondeclaration: endComment,
      onprocessinginstruction: endComment,
      onend() {
        endText();
        if (attributes !== undefined) omitTag();
      },
    },
  );
  tokenizer.write(html);
  tokenizer.end();
};
