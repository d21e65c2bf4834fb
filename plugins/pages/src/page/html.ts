import { escapeHtml } from "@kalends/core/plugin";

const MARKUP: unique symbol = Symbol("markup");

/** HTML that needs no escaping. Only `html` and `raw` create it. */
export interface Html {
  readonly [MARKUP]: string;
}

/** Value that an `html` template may contain. `undefined`, `null` and `false` produce no output. */
export type Part = Html | string | number | false | null | undefined | readonly Part[];

/**
 * Marks a text as HTML that needs no escaping. Only call it with output of the HTML sanitizer, of the
 * presenter or of this plugin.
 */
export const raw = (markup: string): Html => ({ [MARKUP]: markup });

/** Characters that must be escaped. The test is fast for texts that contain none, which are most texts. */
const SPECIAL = /[&<>"']/;

const markupOf = (part: Part): string => {
  if (typeof part === "string") return SPECIAL.test(part) ? escapeHtml(part) : part;
  if (part === undefined || part === null || part === false) return "";
  if (typeof part === "number") return String(part);
  if (MARKUP in part) return part[MARKUP];
  let markup = "";
  for (const piece of part) markup += markupOf(piece);
  return markup;
};

/**
 * Template tag that builds HTML. It escapes texts, so they are safe between tags and inside quoted
 * attributes.
 */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html => {
  let markup = strings[0] ?? "";
  for (const [index, part] of parts.entries()) markup += markupOf(part) + (strings[index + 1] ?? "");
  return raw(markup);
};

export const NOTHING: Html = raw("");

export const textOfHtml = (value: Html): string => value[MARKUP];

/**
 * Joins the names to the value of a `class` attribute. Names that are `false` or `undefined` are left out.
 */
export const classes = (...names: readonly (string | false | undefined)[]): string =>
  names.filter(Boolean).join(" ");
