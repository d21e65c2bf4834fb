import { BLOCK_ELEMENTS, escapeHtml } from "@kalends/core";
import { ADDRESS_ATTRIBUTES, toAddress, toImageCandidates } from "./addresses.ts";
import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS, MAX_DEPTH, VOID_TAGS } from "./allow-list.ts";
import { readHtml } from "./html-reader.ts";

/**
 * sanitize-html decodes the text it reads and encodes what it writes, so `&#8217;` and a bare `&` would come out in another
 * spelling. To keep what people wrote, the ampersands of texts, never those of attributes, travel as this character, which
 * Unicode reserves for uses inside a program.
 */
export const PLACEHOLDER = "\uFDD0";

/** A text between tags, without entities: sanitize-html handles each of them as a text of its own. */
const toTextBetweenTags = (written: string): string =>
  written
    .replaceAll("&", PLACEHOLDER)
    .replaceAll("<", `${PLACEHOLDER}lt;`)
    .replaceAll(">", `${PLACEHOLDER}gt;`);

/** U+0000 and the placeholder itself mean nothing in a text. */
const MEANINGLESS = new RegExp(`[\\0${PLACEHOLDER}]`, "g");

/** A text that came from outside, in which no character is taken for a placeholder. */
export const withoutPlaceholders = (html: string): string => html.replace(MEANINGLESS, "");

const ALLOWED: ReadonlySet<string> = new Set(ALLOWED_TAGS);
const VOID: ReadonlySet<string> = new Set(VOID_TAGS);

const CELLS = ["td", "th", "caption", "colgroup"];
const ROWS = [...CELLS, "tr"];
const SECTIONS = [...ROWS, "thead", "tbody", "tfoot"];

/**
 * Which open elements a start tag ends, from the innermost one on: those whose end tag may be left out. Source: HTML Living
 * Standard, optional tags.
 */
const IMPLIED_ENDS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries([...BLOCK_ELEMENTS, "figcaption", "hgroup", "menu"].map((name) => [name, ["p"]])),
  a: ["a"],
  li: ["li"],
  dt: ["dt", "dd"],
  dd: ["dt", "dd"],
  rt: ["rt", "rp"],
  rp: ["rt", "rp"],
  td: [...CELLS, "thead"],
  th: CELLS,
  tr: ROWS,
  thead: SECTIONS,
  tbody: SECTIONS,
  tfoot: SECTIONS,
};

/** A page that a link opens in another window must not steer this one. */
const withSafeTarget = (rel: string | undefined): string => {
  const words = new Set((rel ?? "").split(/\s+/).filter((word) => word !== ""));
  return [...words.add("noopener")].join(" ");
};

const toValue = (name: string, value: string): string => {
  if (name === "srcset") return toImageCandidates(value);
  return ADDRESS_ATTRIBUTES.includes(name) ? toAddress(value) : value;
};

/** Whether each candidate is there; those without a descriptor get one. */
const keepsCandidates = (given: string, kept: string): boolean =>
  kept !== "" && kept.split(", ").length === given.split(",").length;

const writeStartTag = (name: string, attributes: ReadonlyMap<string, string>, onLoss: () => void): string => {
  const allowed = [...(ALLOWED_ATTRIBUTES[name] ?? []), ...(ALLOWED_ATTRIBUTES["*"] ?? [])];
  const opensWindow = name === "a" && attributes.get("target") === "_blank";
  let tag = `<${name}`;
  const write = (attribute: string, value: string): void => {
    tag += ` ${attribute}="${escapeHtml(value)}"`;
  };
  for (const [attribute, given] of attributes) {
    // Written again below.
    if (opensWindow && attribute === "rel") continue;
    if ((!opensWindow && attribute === "target") || !allowed.includes(attribute)) {
      onLoss();
      continue;
    }
    const value = toValue(attribute, given.replaceAll(PLACEHOLDER, ""));
    if (attribute === "srcset" && !keepsCandidates(given, value)) onLoss();
    if (attribute !== "srcset" || value !== "") write(attribute, value);
  }
  if (opensWindow) write("rel", withSafeTarget(attributes.get("rel")));
  return VOID.has(name) ? `${tag} />` : `${tag}>`;
};

/**
 * The allowed elements and attributes of a text, each start tag with its end tag, nested at most `MAX_DEPTH` deep; what is
 * allowed no tag loses it and keeps its text. The ampersands of the text, not those of attributes, are placeholders. Nothing is
 * left in it that would cost sanitize-html more than time in proportion to the length, and reading it again changes nothing.
 * `onLoss` is called for what is taken out, not for another spelling.
 */
export const toWellFormed = (html: string, onLoss: () => void = () => undefined): string => {
  const parts: string[] = [];
  const open: string[] = [];
  /** How many elements of each name are open. */
  const counts = new Map<string, number>();
  /** How many start tags of each name were left out at the deepest level, their end tags to come. */
  const leftOut = new Map<string, number>();

  const endInnermost = (): void => {
    const name = open.pop();
    if (name === undefined) return;
    counts.set(name, (counts.get(name) ?? 1) - 1);
    leftOut.clear();
    parts.push(`</${name}>`);
  };

  readHtml(html, {
    text: (written) => parts.push(toTextBetweenTags(written)),
    open(name, attributes) {
      if (!ALLOWED.has(name)) {
        onLoss();
        return;
      }
      const ended = IMPLIED_ENDS[name];
      while (ended?.includes(open.at(-1) ?? "") === true) endInnermost();
      const isVoid = VOID.has(name);
      if (open.length < MAX_DEPTH) {
        parts.push(writeStartTag(name, attributes, onLoss));
        if (isVoid) return;
        open.push(name);
        counts.set(name, (counts.get(name) ?? 0) + 1);
        return;
      }
      onLoss();
      if (!isVoid) leftOut.set(name, (leftOut.get(name) ?? 0) + 1);
    },
    close(name) {
      const unopened = leftOut.get(name) ?? 0;
      if (unopened > 0) leftOut.set(name, unopened - 1);
      // As browsers read it.
      else if (name === "br" && open.length < MAX_DEPTH) parts.push("<br />");
      else if ((counts.get(name) ?? 0) > 0) {
        while (open.at(-1) !== name) endInnermost();
        endInnermost();
      }
    },
    omit: onLoss,
  });
  while (open.length > 0) endInnermost();
  return parts.join("");
};
