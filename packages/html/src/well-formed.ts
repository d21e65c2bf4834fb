import { BLOCK_ELEMENTS, escapeHtml } from "@kalends/core";
import { ADDRESS_ATTRIBUTES, toAddress, toImageCandidates } from "./addresses.ts";
import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS, MAX_DEPTH, VOID_TAGS } from "./allow-list.ts";
import { readHtml } from "./html-reader.ts";

/**
 * Placeholder for ampersands in text, not in attributes. Unicode reserves this character for internal use in
 * programs. sanitize-html decodes text and encodes it again. Without the placeholder, this would change the
 * spelling of `&#8217;` and `&`.
 */
export const PLACEHOLDER = "\uFDD0";

/**
 * Returns the text between two tags with the placeholder instead of each `&`. `<` and `>` become entities
 * that start with the placeholder. sanitize-html processes each such text separately.
 */
const toTextBetweenTags = (written: string): string =>
  written
    .replaceAll("&", PLACEHOLDER)
    .replaceAll("<", `${PLACEHOLDER}lt;`)
    .replaceAll(">", `${PLACEHOLDER}gt;`);

/** Matches U+0000 and the placeholder character, which have no meaning in a text. */
const MEANINGLESS = new RegExp(`[\\0${PLACEHOLDER}]`, "g");

/** Removes placeholder characters and U+0000 from a text that comes from outside. */
export const withoutPlaceholders = (html: string): string => html.replace(MEANINGLESS, "");

const ALLOWED: ReadonlySet<string> = new Set(ALLOWED_TAGS);
const VOID: ReadonlySet<string> = new Set(VOID_TAGS);

const CELLS = ["td", "th", "caption", "colgroup"];
const ROWS = [...CELLS, "tr"];
const SECTIONS = [...ROWS, "thead", "tbody", "tfoot"];

/**
 * Elements that a start tag closes implicitly, by the name of the start tag. As long as the innermost open
 * element is one of them, it is closed. The end tags of these elements are optional.
 * Source: HTML Living Standard, optional tags.
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

/**
 * Returns the value of a `rel` attribute with `noopener` added. A page in a new window then cannot control
 * the page that opened it.
 */
const withSafeTarget = (rel: string | undefined): string => {
  const words = new Set((rel ?? "").split(/\s+/).filter((word) => word !== ""));
  return [...words.add("noopener")].join(" ");
};

const toValue = (name: string, value: string): string => {
  if (name === "srcset") return toImageCandidates(value);
  return ADDRESS_ATTRIBUTES.includes(name) ? toAddress(value) : value;
};

/**
 * True if no image candidate was removed. Candidates without a descriptor get one, which does not count as a
 * loss.
 */
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
    // Skip `rel` here: it is written with `noopener` below.
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
 * Returns HTML that contains only allowed elements and attributes and in which each start tag has its end
 * tag. Elements are nested at most `MAX_DEPTH` deep. Tags that are not allowed are removed; their text stays.
 * Ampersands in text become placeholders; those in attributes stay. sanitize-html processes the result in
 * linear time. Applying the function to its own result changes nothing. `onLoss` is called for each removed
 * part, but not for a changed spelling.
 */
export const toWellFormed = (html: string, onLoss: () => void = () => undefined): string => {
  const parts: string[] = [];
  const open: string[] = [];
  /** Number of open elements, by name. */
  const counts = new Map<string, number>();
  /**
   * Number of start tags, by name, that were removed because of the maximum depth and whose end tags have not
   * been read yet.
   */
  const omitted = new Map<string, number>();

  const endInnermost = (): void => {
    const name = open.pop();
    if (name === undefined) return;
    counts.set(name, (counts.get(name) ?? 1) - 1);
    omitted.clear();
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
      if (!isVoid) omitted.set(name, (omitted.get(name) ?? 0) + 1);
    },
    close(name) {
      const unopened = omitted.get(name) ?? 0;
      if (unopened > 0) omitted.set(name, unopened - 1);
      // Browsers treat `</br>` as `<br>`.
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
