import { escapeHtml } from "@kalends/core/plugin";

const MARKUP: unique symbol = Symbol("markup");

/** Trusted HTML: created by `html`, or by `raw` from sanitized markup. */
export interface Html {
  readonly [MARKUP]: string;
}

/** Value that a template may contain; `undefined`, `null` and `false` produce nothing. */
export type Part = Html | string | number | false | null | undefined | readonly Part[];

/** Marks a text as trusted HTML. Only for output of the HTML sanitizer, the presenter or this plugin. */
export const raw = (markup: string): Html => ({ [MARKUP]: markup });

/** Characters that need escaping; most texts have none. */
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
 * Builds HTML from a template. It escapes texts, which may stand between tags and inside quoted attributes.
 */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html => {
  let markup = strings[0] ?? "";
  for (const [index, part] of parts.entries()) markup += markupOf(part) + (strings[index + 1] ?? "");
  return raw(markup);
};

export const NOTHING: Html = raw("");

export const textOfHtml = (value: Html): string => value[MARKUP];

/** Returns the value of a `class` attribute; false names are omitted. */
export const classes = (...names: readonly (string | false | undefined)[]): string =>
  names.filter(Boolean).join(" ");
