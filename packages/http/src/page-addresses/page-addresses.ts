import { type Post, toSlug, type WallClock } from "@kalends/core";
import type { PageTarget, TermView } from "@kalends/core/interface";
import { decodePercent } from "../request/address/bracketed-pairs.ts";
import {
  createPageTemplate,
  PAGE_KINDS,
  type PageKind,
  type PageTemplate,
  type PageTemplates,
  type PageValues,
  USUAL_TEMPLATES,
} from "./page-template.ts";

type PostKind = "event" | "venue" | "organizer";

/** Members of a record that its web page's URL may contain. */
interface AddressedPost extends Pick<Post, "id" | "slug" | "date"> {
  readonly schedule?: { readonly start: WallClock };
}

/** URLs of the web pages of records. Source: rules/representations.md#page-url. */
export interface PageAddresses {
  /**
   * Returns the URL of the web page of an event, venue or organizer. `hasSlug`: if false, the URL must not
   * contain the slug.
   */
  ofPost(kind: PostKind, record: AddressedPost, hasSlug: boolean, site: string): string;
  ofTerm(view: TermView, site: string): string;
  /**
   * Returns the kind, and the id or slug, of the record whose web page has this address. Returns `undefined`
   * for other addresses. Does not check that the record exists. `path`: percent-encoded path below the site.
   */
  targetOf(site: string, path: string, query: ReadonlyMap<string, readonly string[]>): PageTarget | undefined;
}

const POST_TYPES: Readonly<Record<PostKind, string>> = {
  event: "tribe_events",
  venue: "tribe_venue",
  organizer: "tribe_organizer",
};

const dateValues = (date: string): Pick<PageValues, "year" | "month" | "day"> => ({
  year: date.slice(0, 4),
  month: date.slice(5, 7),
  day: date.slice(8, 10),
});

const NO_DATE = dateValues("");

const toTarget = (kind: PageKind, { id, slug, path }: Partial<PageValues>): PageTarget | undefined => {
  if (id !== undefined) return Number.isSafeInteger(Number(id)) ? { kind, id: Number(id) } : undefined;
  const last = slug ?? path?.split("/").at(-1) ?? "";
  const normal = toSlug(decodePercent(last));
  return normal === "" ? undefined : { kind, slug: normal };
};

/** Returns the record that a query such as `?post_type=tribe_events&p=7` names. */
const targetOfQuery = (query: ReadonlyMap<string, readonly string[]>): PageTarget | undefined => {
  const type = query.get("post_type")?.at(-1);
  const id = query.get("p")?.at(-1) ?? "";
  const kind = PAGE_KINDS.find((one) => one in POST_TYPES && POST_TYPES[one as PostKind] === type);
  return kind !== undefined && /^\d+$/.test(id) ? toTarget(kind, { id }) : undefined;
};

/** Compares templates for sorting: more specific ones come first. */
const byFit = ([, one]: Templated, [, other]: Templated): number =>
  Number(one.uses("path")) - Number(other.uses("path")) || other.fixed - one.fixed;

type Templated = readonly [PageKind, PageTemplate];

/**
 * Creates the URLs of web pages from validated templates. Addresses in the default form are still recognized,
 * because links to them exist.
 */
export const createPageAddresses = (templates: PageTemplates = {}): PageAddresses => {
  const templateOf = Object.fromEntries(
    PAGE_KINDS.map((kind) => [kind, createPageTemplate(templates[kind] ?? USUAL_TEMPLATES[kind])]),
    // `PAGE_KINDS` contains every kind, so the object is complete.
  ) as Readonly<Record<PageKind, PageTemplate>>;
  const toKnown = (kinds: readonly PageKind[], toTemplate: (kind: PageKind) => PageTemplate): Templated[] =>
    kinds.map((kind): Templated => [kind, toTemplate(kind)]);
  const known = [
    ...toKnown(PAGE_KINDS, (kind) => templateOf[kind]),
    ...toKnown(
      PAGE_KINDS.filter((kind) => templates[kind] !== undefined),
      (kind) => createPageTemplate(USUAL_TEMPLATES[kind]),
    ),
  ].sort(byFit);

  const write = (template: PageTemplate, values: PageValues, site: string): string =>
    template.isAbsolute ? template.write(values) : site + template.write(values);

  return {
    ofPost(kind, record, hasSlug, site) {
      const { id, slug } = record;
      const template = templateOf[kind];
      const isNamed = hasSlug && slug !== "" && !(id < 0 && template.uses("id"));
      if (!isNamed) return `${site}/?post_type=${POST_TYPES[kind]}&p=${id}`;
      if (template.around !== undefined && !template.isAbsolute)
        return `${site}${template.around[0]}${slug}${template.around[1]}`;
      const date = dateValues(record.schedule?.start ?? record.date);
      return write(template, { slug, path: slug, id: String(id), ...date }, site);
    },
    ofTerm({ term: { id, taxonomy, slug }, ancestors }, site) {
      const template = templateOf[taxonomy];
      // In a dry run, a new term has no id yet.
      if (id < 0 && template.uses("id")) return "";
      const path = taxonomy === "tag" ? slug : [...ancestors, slug].join("/");
      return write(template, { slug, path, id: String(id), ...NO_DATE }, site);
    },
    targetOf(site, path, query) {
      if (path === "/") return targetOfQuery(query);
      for (const [kind, template] of known) {
        const values = template.read(template.isAbsolute ? site + path : path);
        const target = values && toTarget(kind, values);
        if (target !== undefined) return target;
      }
      return undefined;
    },
  };
};
