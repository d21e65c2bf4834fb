import { createRequire } from "node:module";
import { DROPPED_WITH_CONTENTS } from "./allow-list.ts";

const require = createRequire(import.meta.url);

/**
 * Receives the parts of an HTML text in their order. Comments and elements that are never text (scripts,
 * styles, frames) are left out.
 */
interface HtmlHandler {
  /** Called for the text between two tags: as it was written, and with its entities decoded. */
  readonly text: (written: string, decoded: string) => void;
  /**
   * Called for a start tag. The name and attribute names are in lower case, values are decoded. If an
   * attribute is repeated, the first one counts.
   */
  readonly open: (name: string, attributes: ReadonlyMap<string, string>) => void;
  /**
   * Called for each attribute with a value, before `open` is called for its start tag. `value` is decoded;
   * `start` and `end` delimit the value in the text, quotes included.
   */
  readonly value?: (attribute: string, value: string, start: number, end: number) => void;
  /** Called for an end tag, even if no element is open. */
  readonly close: (name: string) => void;
  /** Called for a comment, an element left out with its contents, or a start tag that never ends. */
  readonly omit?: () => void;
}

/** Elements whose end tag also ends an open `option`, because the end tag of an option is optional. */
const AROUND_OPTIONS: ReadonlySet<string> = new Set(["select", "optgroup", "datalist"]);

/** Elements that `/>` closes. */
const FOREIGN: ReadonlySet<string> = new Set(["svg", "math"]);

/** Matches the text between the name of an attribute and its value. */
const BEFORE_VALUE = /\s*=\s*/y;

/** Escapes each `<` after the last `>`. Read as a tag, it would swallow the rest of the text. */
const closeOpenEnd = (html: string): string => {
  const end = html.lastIndexOf(">") + 1;
  return html.slice(0, end) + html.slice(end).replaceAll("<", "&lt;");
};

/**
 * Reads HTML tag by tag as browsers do, and malformed HTML as well as possible. Looks at each character once
 * and keeps no list of open elements. Therefore it runs in time proportional to the length for any input.
 */
export const readHtml = (given: string, handler: HtmlHandler): void => {
  const html = closeOpenEnd(given);
  /** Start of the current text, or -1 outside of text. */
  let textStart = -1;
  let textEnd = 0;
  let decoded = "";
  let tag = "";
  /** Attributes of the current start tag. */
  let attributes: Map<string, string> | undefined;
  let attribute = "";
  let attributeEnd = 0;
  let value = "";
  /**
   * Name of the element whose contents are left out. `depth` counts the open elements of that name in it,
   * itself included.
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
      // All other elements can contain themselves.
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

  // Loaded with the first text that has markup: reading the calendar never needs it, and loading it takes a
  // good part of the start.
  const { Tokenizer } = require("htmlparser2") as typeof import("htmlparser2");
  const tokenizer = new Tokenizer(
    {},
    {
      ontext: (start, end) => addText(start, end, html.slice(start, end)),
      // The tokenizer reports an entity of two characters twice; here is its end once.
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
