/** Kinds of record that have web pages. */
export const PAGE_KINDS = ["event", "venue", "organizer", "category", "tag"] as const;
export type PageKind = (typeof PAGE_KINDS)[number];

/** Templates for the URLs of web pages, by kind of record. Kinds without a template use the default. */
export type PageTemplates = { readonly [Kind in PageKind]?: string };

type Placeholder = "slug" | "id" | "path" | "year" | "month" | "day";

const PATTERNS: Readonly<Record<Placeholder, string>> = {
  slug: "[^/]+",
  id: "\\d+",
  path: "[^/]+(?:/[^/]+)*",
  year: "\\d{4}",
  month: "\\d\\d",
  day: "\\d\\d",
};

const isPlaceholder = (name: string): name is Placeholder => Object.hasOwn(PATTERNS, name);

/** Values for the placeholders of a template. */
export type PageValues = Readonly<Record<Placeholder, string>>;

export interface PageTemplate {
  /** True if the template is a complete URL, false if it is a path below the site. */
  readonly isAbsolute: boolean;
  /** Number of constant characters in the template. */
  readonly fixed: number;
  uses(placeholder: Placeholder): boolean;
  /** Text before and after the slug. Absent if the template has other placeholders. */
  readonly around?: readonly [before: string, after: string];
  /** Returns the complete URL if the template is absolute, else the path below the site. */
  write(values: PageValues): string;
  /**
   * Returns the placeholder values of an address that matches the template; `undefined` for other addresses.
   * Ignores a trailing slash.
   */
  read(address: string): Partial<PageValues> | undefined;
}

/** Default templates for the URLs of web pages. Source: rules/representations.md#page-url. */
export const USUAL_TEMPLATES: Readonly<Record<PageKind, string>> = {
  event: "/event/{slug}/",
  venue: "/venue/{slug}/",
  organizer: "/organizer/{slug}/",
  category: "/events/category/{path}/",
  tag: "/tag/{slug}/",
};

const ABSOLUTE = /^https?:\/\/[^/?#@{}\s]+(?=\/)/i;
const NAMED = /\{([^{}]*)\}/g;
/** Matches adjacent placeholders whose values cannot be separated when an address is parsed. */
const AMBIGUOUS = /\{(?:slug|id|path)\}\{(?:slug|id|path)\}/;

const namesOf = (template: string): readonly string[] =>
  [...template.matchAll(NAMED)].map(([, name = ""]) => name);

/**
 * Returns the problem of a template; `undefined` if the template is valid. The text continues a sentence that
 * begins with the name of the template.
 */
export const problemOfTemplate = (kind: PageKind, template: string): string | undefined => {
  const names = namesOf(template);
  const [origin] = ABSOLUTE.exec(template) ?? [];
  const isAbsolute = origin !== undefined && URL.canParse(origin);
  const isOfPost = kind === "event" || kind === "venue" || kind === "organizer";
  const unknown = names.find((name) => !isPlaceholder(name));
  const dated = names.find((name) => name === "year" || name === "month" || name === "day");
  if (!isAbsolute && !/^\/(?!\/)/.test(template))
    return "must begin with / or with an address such as https://calendar.example/";
  if (/[\s\\\p{C}<>"]|\/\.{1,2}(?:\/|$)/u.test(template))
    return "must be an address without spaces, quotes, and segments such as ..";
  if (!isAbsolute && /[?#]/.test(template)) return "must have no ? and no #, being a path below the site";
  if (unknown !== undefined || /[{}]/.test(template.replace(NAMED, "")))
    return `has {${unknown ?? ""}}, which is none of {slug}, {id}, {path}, {year}, {month} and {day}`;
  if (!isOfPost && dated !== undefined) return `has {${dated}}, but a ${kind} has no date`;
  if (!names.some((name) => name === "slug" || name === "id" || name === "path"))
    return "needs one of {slug}, {id} and {path}: else all records have one address";
  if (new Set(names).size < names.length || (names.includes("slug") && names.includes("path")))
    return "has the same thing twice";
  if (AMBIGUOUS.test(template)) return "needs something between two of {slug}, {id} and {path}";
  return undefined;
};

/** Returns the form of a template. Templates with the same form match the same addresses. */
export const formOfTemplate = (template: string): string =>
  template.replace(/\{(?:slug|path|id)\}/g, "{}").replace(/\/$/, "");

/** Escapes a text for use in a regular expression. */
export const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** Converts percent escapes to upper case, so that addresses can be compared. */
const normalizeEscapes = (address: string): string =>
  address.replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());

/** Creates a page template from a text that `problemOfTemplate` accepts. */
export const createPageTemplate = (sent: string): PageTemplate => {
  const template = sent.replace(ABSOLUTE, (origin) => new URL(origin).origin);
  const names = namesOf(template).filter(isPlaceholder);
  // Percent-encodes the constant parts, because HTTP headers cannot contain letters beyond ASCII.
  const literals = template.split(/\{[^{}]*\}/).map((text) => encodeURI(text).replaceAll("%25", "%"));
  const pattern = literals
    .map((text, index) => {
      const name = names[index];
      return escapePattern(normalizeEscapes(text)) + (name === undefined ? "" : `(${PATTERNS[name]})`);
    })
    .join("")
    .replace(/(?:\\\/)?$/, "\\/?");
  const [before = "", after = ""] = literals;
  const form = new RegExp(`^${pattern}$`, "u");
  return {
    isAbsolute: ABSOLUTE.test(template),
    fixed: literals.join("").length,
    ...(names.length === 1 && names[0] === "slug" && { around: [before, after] as const }),
    uses: (placeholder) => names.includes(placeholder),
    write(values) {
      let address = before;
      for (let index = 0; index < names.length; index += 1) {
        const name = names[index];
        address += (name === undefined ? "" : values[name]) + (literals[index + 1] ?? "");
      }
      return address;
    },
    read(address) {
      const found = form.exec(normalizeEscapes(address));
      return found === null
        ? undefined
        : Object.fromEntries(names.map((name, index) => [name, found[index + 1] ?? ""]));
    },
  };
};
