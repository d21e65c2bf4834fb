import { createRequire } from "node:module";
import { CONTENTS_GO_TOO } from "./allow-list.ts";

const require = createRequire(import.meta.url);

/** Receives what a text of HTML is made of, in its order, without comments and what is never text (scripts, styles, frames). */
interface HtmlHandler {
  /** A text between two tags: as it was written, and with its entities decoded. */
  readonly text: (written: string, decoded: string) => void;
  /** A start tag, names in lower case; of attributes that come twice the first one counts. Values are decoded. */
  readonly open: (name: string, attributes: ReadonlyMap<string, string>) => void;
  /**
   * An attribute of a start tag, before `open` is called for it: the value decoded, and where the value stands in the text, with
   * its quotes. Not for an attribute without a value.
   */
  readonly value?: (attribute: string, value: string, start: number, end: number) => void;
  /** An end tag, whether or not there is an element to end. */
  readonly close: (name: string) => void;
  /** A comment, an element that is left out with its contents, or a start tag that never ends. */
  readonly omit?: () => void;
}

/** Ends the contents of an option whose own end tag is left out, as it may be. */
const AROUND_OPTIONS: ReadonlySet<string> = new Set(["select", "optgroup", "datalist"]);

/** Elements that `/>` ends. */
const FOREIGN: ReadonlySet<string> = new Set(["svg", "math"]);

/** What stands between the name of an attribute and its value. */
const BEFORE_VALUE = /\s*=\s*/y;

/** A `<` after the last `>` starts no tag; as a tag, it would swallow the rest of the text. */
const closeOpenEnd = (html: string): string => {
  const end = html.lastIndexOf(">") + 1;
  return html.slice(0, end) + html.slice(end).replaceAll("<", "&lt;");
};

/**
 * Reads HTML as browsers do, tag by tag; what is no HTML is read as well as it can be. It looks at each character once and
 * keeps no list of what is open, so that it takes time in proportion to the length, whatever the text is made of.
 */
export const readHtml = (given: string, handler: HtmlHandler): void => {
  const html = closeOpenEnd(given);
  /** Where the text that is being read began, or -1. */
  let textStart = -1;
  let textEnd = 0;
  let decoded = "";
  let tag = "";
  /** Of the start tag that is being read. */
  let attributes: Map<string, string> | undefined;
  let attribute = "";
  let attributeEnd = 0;
  let value = "";
  /** The element whose contents are being left out, and how many of its name are open in there, itself included. */
  let leftOut = "";
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
      // Only options never contain each other.
      if (tag === leftOut && tag !== "option") depth += 1;
    } else if (CONTENTS_GO_TOO.has(tag)) {
      leftOut = tag;
      depth = 1;
      handler.omit?.();
    } else handler.open(tag, attributes ?? new Map());
    attributes = undefined;
  };

  const endTag = (name: string): void => {
    if (depth === 0) handler.close(name);
    else if (name === leftOut) depth -= 1;
    else if (leftOut === "option" && AROUND_OPTIONS.has(name)) depth = 0;
  };

  // Loaded with the first text that has markup: reading the calendar never needs it, and it is a good part of the start.
  const { Tokenizer } = require("htmlparser2") as typeof import("htmlparser2");
  const tokenizer = new Tokenizer(
    {},
    {
      ontext: (start, end) => addText(start, end, html.slice(start, end)),
      // An entity of two characters is reported twice.
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
