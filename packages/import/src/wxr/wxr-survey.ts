import { type DecimalMark, decimalMarkOf, type ImportedList } from "@kalends/core";
import { ImportError } from "../import-error.ts";
import { readWxr, type WxrElement, type WxrSite, type WxrTermLink } from "./wxr-elements.ts";
import { toWxrImage, type WxrImage } from "./wxr-images.ts";
import { galleriesIn } from "./wxr-texts.ts";

/** Import list for each WordPress post type in an export. */
export const POST_TYPES: Readonly<Record<string, PostList>> = {
  tribe_venue: "venues",
  tribe_organizer: "organizers",
  tribe_events: "events",
};

export type PostList = Extract<ImportedList, "venues" | "organizers" | "events">;

/** Import list for each WordPress taxonomy in an export. */
export const TAXONOMIES: Readonly<Record<string, TermList>> = {
  tribe_events_cat: "categories",
  post_tag: "tags",
};

export type TermList = Extract<ImportedList, "categories" | "tags">;

/** A category or tag with the data in the export. If only records mention the term, it has no id. */
export interface WxrTerm {
  readonly slug: string;
  /** Name as HTML. */
  readonly name: string;
  readonly place: string;
  readonly id?: number;
  readonly description?: string;
  /** Slug of the parent category. */
  readonly parent?: string;
}

export interface WxrAuthor {
  readonly id: number;
  /** Login and display name of the author. */
  readonly names: readonly string[];
}

/** Result of the first pass over an export: data that records refer to, and the number of records. */
export interface WxrSurvey {
  /**
   * Host and path of the site. Its global ids start with this text: `old.example` or `old.example/events`.
   */
  readonly origin: string;
  /** Site name in identities: host with port, and path. */
  readonly site: string;
  /** Decimal mark of the site's language. Defaults to that of English if the export names no language. */
  readonly decimalMark: DecimalMark;
  /** Authors by login. */
  readonly authors: ReadonlyMap<string, WxrAuthor>;
  /** Terms by slug, in the order of the export. */
  readonly terms: Readonly<Record<TermList, ReadonlyMap<string, WxrTerm>>>;
  readonly counts: Readonly<Record<PostList, number>>;
  /** Images that records or galleries show, by id. */
  readonly images: ReadonlyMap<number, WxrImage>;
  /**
   * Ids of the images attached to a record, by record id. Contains only records with a gallery that lists no
   * images and so shows the attached ones.
   */
  readonly attached: ReadonlyMap<number, readonly number[]>;
}

/** Parses an id, an integer from 1. Returns `undefined` for other texts. */
export const toId = (text: string | undefined): number | undefined => {
  if (text === undefined || !/^\d{1,16}$/.test(text)) return undefined;
  const id = Number(text);
  return id > 0 && Number.isSafeInteger(id) ? id : undefined;
};

/**
 * Reads all files once, and again if records show images, and collects the data that records refer to.
 * Rejects like `readWxr`. Also rejects if the files come from different sites or name no site.
 */
export const surveyWxr = async (files: readonly string[]): Promise<WxrSurvey> => {
  const authors = new Map<string, WxrAuthor>();
  const terms = { categories: new Map<string, WxrTerm>(), tags: new Map<string, WxrTerm>() };
  const counts = { venues: 0, organizers: 0, events: 0 };
  const shown = new Set<number>();
  const withGallery = new Set<number>();
  let attachments = 0;
  let site: { readonly address: string; readonly language: string; readonly file: string } | undefined;

  const ofSite = ({ address, language }: WxrSite, file: string): void => {
    if (!URL.canParse(address)) throw new ImportError(`${file} does not name its site.`);
    if (site !== undefined && originOf(site.address) !== originOf(address))
      throw new ImportError(
        `${site.file} is of ${originOf(site.address)}, and ${file} of ${originOf(address)}: import each site separately.`,
      );
    site = { address, language, file };
  };
  const term = (list: TermList | undefined, found: WxrTerm): void => {
    if (list === undefined || found.slug === "") return;
    const known = terms[list].get(found.slug);
    if (known?.id === undefined) terms[list].set(found.slug, found);
  };
  const item = (element: WxrElement): void => {
    const type = element.text("wp:post_type");
    if (type === "attachment") attachments += 1;
    const list = POST_TYPES[type];
    if (list === undefined) return;
    counts[list] += 1;
    const image = toId(element.meta("_thumbnail_id")[0]);
    if (image !== undefined) shown.add(image);
    const { ids, isOpen } = galleriesIn(element.text("content:encoded"));
    for (const id of ids) shown.add(id);
    if (isOpen) withGallery.add(toId(element.text("wp:post_id")) ?? 0);
    for (const link of element.terms) term(TAXONOMIES[link.taxonomy], toNamed(link, element.place));
  };

  for (const file of files) {
    for await (const elements of readWxr(file)) {
      for (const element of elements) {
        if (element.name === "site") ofSite(element, file);
        else if (element.name === "item") item(element);
        else if (element.name === "wp:author") author(element, authors);
        else term(...toTerm(element));
      }
    }
  }
  const address = site?.address ?? "";
  return {
    origin: originOf(address),
    site: URL.canParse(address) ? siteAt(new URL(address).host, address) : "",
    decimalMark: decimalMarkOf(languageOr(site?.language ?? "", "en")),
    ...{ authors, terms, counts },
    ...(attachments > 0 && shown.size + withGallery.size > 0
      ? await readImages(files, shown, withGallery)
      : { images: new Map(), attached: new Map() }),
  };
};

/** Returns a language tag in canonical form. Returns the fallback if the tag is invalid. */
const languageOr = (tag: string, fallback: string): string => {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? fallback;
  } catch {
    return fallback;
  }
};

const originOf = (address: string): string => {
  if (!URL.canParse(address)) return "";
  return siteAt(new URL(address).hostname, address);
};

const siteAt = (host: string, address: string): string =>
  `${host}${new URL(address).pathname}`.replace(/(?<!\/)\/+$/, "");

const author = (element: WxrElement, authors: Map<string, WxrAuthor>): void => {
  const login = element.text("wp:author_login");
  const id = toId(element.text("wp:author_id"));
  if (id === undefined || login === "") return;
  const names = [login, element.text("wp:author_display_name")].filter((name) => name !== "");
  authors.set(login, { id, names: [...new Set(names)] });
};

const toNamed = ({ slug, name }: WxrTermLink, place: string): WxrTerm => ({ slug, name, place });

const toTerm = (element: WxrElement): [TermList | undefined, WxrTerm] => {
  const { place, text } = element;
  const id = toId(text("wp:term_id"));
  const [list, prefix] =
    element.name === "wp:tag"
      ? (["tags", "wp:tag"] as const)
      : ([TAXONOMIES[text("wp:term_taxonomy")], "wp:term"] as const);
  const parent = text("wp:term_parent");
  return [
    list,
    {
      slug: text(`${prefix}_slug`),
      name: text(`${prefix}_name`),
      description: text(`${prefix}_description`),
      place,
      ...(id !== undefined && { id }),
      ...(parent !== "" && { parent }),
    },
  ];
};

const readImages = async (
  files: readonly string[],
  shown: ReadonlySet<number>,
  withGallery: ReadonlySet<number>,
): Promise<Pick<WxrSurvey, "images" | "attached">> => {
  const images = new Map<number, WxrImage>();
  const attached = new Map<number, number[]>();
  for (const file of files) {
    for await (const elements of readWxr(file)) {
      for (const element of elements) {
        if (element.name !== "item" || element.text("wp:post_type") !== "attachment") continue;
        const id = toId(element.text("wp:post_id"));
        const parent = toId(element.text("wp:post_parent")) ?? 0;
        const isAttached = withGallery.has(parent);
        const image = id !== undefined && (shown.has(id) || isAttached) ? toWxrImage(id, element) : undefined;
        if (image === undefined) continue;
        images.set(image.id, image);
        if (isAttached) attached.set(parent, [...(attached.get(parent) ?? []), image.id]);
      }
    }
  }
  return { images, attached };
};
