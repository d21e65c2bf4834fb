/** The kinds of record that have pages. */
export const PAGE_KINDS = ["event", "venue", "organizer", "category", "tag"] as const;
export type PageKind = (typeof PAGE_KINDS)[number];

/** What the addresses of the pages of each kind look like; kinds without one have the usual addresses. */
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

/** What stands in an address for the placeholders of its template. */
export type PageValues = Readonly<Record<Placeholder, string>>;

export interface PageTemplate {
  /** A whole address, and not a path below the site. */
  readonly isAbsolute: boolean;
  /** How much of it is always the same, in characters. */
  readonly fixed: number;
  uses(placeholder: Placeholder): boolean;
  /** What stands before and after the slug, where nothing else differs. */
  readonly around?: readonly [before: string, after: string];
  /** The address, or the path from `/` on. */
  write(values: PageValues): string;
  /** What an address of this form says; `undefined` for any other one. A slash at the end does not count. */
  read(address: string): Partial<PageValues> | undefined;
}

/** Those of installations that say nothing else. Source: rules/representations.md#page-url. */
export const USUAL_TEMPLATES: Readonly<Record<PageKind, string>> = {
  event: "/event/{slug}/",
  venue: "/venue/{slug}/",
  organizer: "/organizer/{slug}/",
  category: "/events/category/{path}/",
  tag: "/tag/{slug}/",
};

const ABSOLUTE = /^https?:\/\/[^/?#@{}\s]+(?=\/)/i;
const NAMED = /\{([^{}]*)\}/g;
/** Of more digits or letters than one can tell apart without something in between. */
const AMBIGUOUS = /\{(?:slug|id|path)\}\{(?:slug|id|path)\}/;

const namesOf = (template: string): readonly string[] =>
  [...template.matchAll(NAMED)].map(([, name = ""]) => name);

/** Why a template of this kind is none, to be said after its name; `undefined` when it is fine. */
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

/** Templates of the same form lead to the same addresses. */
export const formOfTemplate = (template: string): string =>
  template.replace(/\{(?:slug|path|id)\}/g, "{}").replace(/\/$/, "");

/** For an expression that matches the text itself. */
export const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** Escapes in one case, so that addresses can be compared. */
const normalizeEscapes = (address: string): string =>
  address.replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());

/** Of a template without problems. */
export const createPageTemplate = (sent: string): PageTemplate => {
  const template = sent.replace(ABSOLUTE, (origin) => new URL(origin).origin);
  const names = namesOf(template).filter(isPlaceholder);
  // As a URL: letters beyond ASCII would not fit into headers.
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
