import { escapeHtml } from "@kalends/core/plugin";

const MARKUP: unique symbol = Symbol("markup");

/** HTML that is trusted to be what it is: made by `html`, or by `raw` of what has been cleaned already. */
export interface Html {
  readonly [MARKUP]: string;
}

/** What a template may have in it; `undefined`, `null` and `false` are nothing. */
export type Part = Html | string | number | false | null | undefined | readonly Part[];

/** Takes a text as HTML. Only for what the HTML cleaner, the presenter or this plugin has written. */
export const raw = (markup: string): Html => ({ [MARKUP]: markup });

/** Most texts have none of these. */
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

/** A template of HTML: texts in it are escaped, for places between tags and inside quoted attributes. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html => {
  let markup = strings[0] ?? "";
  for (const [index, part] of parts.entries()) markup += markupOf(part) + (strings[index + 1] ?? "");
  return raw(markup);
};

export const NOTHING: Html = raw("");

export const textOfHtml = (value: Html): string => value[MARKUP];

/** A list of words for an attribute `class`; what is false is left out. */
export const classes = (...names: readonly (string | false | undefined)[]): string =>
  names.filter(Boolean).join(" ");
