import { type HtmlCleaner, toPlainText, toSlug, toTermName } from "@kalends/core";
import { type ImageSize, isBlank, resolveUrlOrEmpty, toWebsite } from "@kalends/core/interface";

/** Returns the value in a safe form: the same value if it is safe, or `undefined` to remove it. */
export type Clean = (value: unknown) => unknown;

/** Functions that make each kind of text safe, with the same rules as for texts in requests. */
export interface CleanTexts {
  /** Cleans HTML: only allowed elements stay, unless the HTML of the archive is kept. */
  readonly html: Clean;
  /** Cleans the HTML of a name, which has one line. A name without text after cleaning becomes `Untitled`. */
  readonly name: Clean;
  readonly termName: Clean;
  /** Cleans plain text that clients insert into web pages without escaping. */
  readonly plain: Clean;
  /** Cleans a member that is a web URL or `""`. */
  readonly website: Clean;
  /** Cleans the URL or name of a file. Characters that end an HTML attribute are not allowed. */
  readonly address: Clean;
  /** Cleans the URL from which a file was fetched. A URL that is not http(s) is removed. */
  readonly source: Clean;
  readonly mimeType: Clean;
  readonly sizes: Clean;
  readonly slug: Clean;
  readonly status: Clean;
  readonly lineage: Clean;
  /** Cleans coordinates: values outside the bounds of latitude and longitude are removed. */
  readonly place: Clean;
  /** Cleans the data of a plugin, which may be any JSON. */
  readonly data: Clean;
}

/** Matches the start of an HTML tag as browsers recognize it. */
const TAG_START = /<[a-z/!?]/i;
/** Matches names of members in plugin data that usually contain URLs. */
const ADDRESS_MEMBER = /(?:ur[li]|href|link|website)s?$/i;
/**
 * Matches URL schemes that execute code in a browser. Browsers ignore blanks and control characters in a
 * scheme.
 */
const EXECUTABLE_SCHEME = /^(?:javascript|vbscript|data):/i;
const INVISIBLE = /[\s\p{Cc}]/gu;
const WITHOUT_TITLE = "Untitled";

const ofText =
  (clean: (text: string) => string | undefined): Clean =>
  (value) =>
    typeof value === "string" ? clean(value) : value;

const isWebsite = (text: string): boolean =>
  text === "" || ("value" in resolveUrlOrEmpty(text) && toWebsite(text) === text);

const toSafeWebsite = (text: string): string => {
  if (isWebsite(text)) return text;
  const website = toWebsite(text);
  return isWebsite(website) ? website : "";
};

const toPlain = (text: string): string => (TAG_START.test(text) ? toPlainText(text) : text);

const isWithin = (value: unknown, maximum: number): boolean =>
  typeof value === "number" && Math.abs(value) <= maximum;

const isPlace = (value: unknown): boolean => {
  const { lat, lng } = value as Readonly<Record<string, unknown>>;
  return isWithin(lat, 90) && isWithin(lng, 180);
};

const toMimeType = (text: string): string =>
  /^[\w.+-]+\/[\w.+-]+$/.test(text) ? text : "application/octet-stream";

/** Makes the URLs of image sizes safe. Returns the same object if nothing changes. */
const toSizes = (sizes: Readonly<Record<string, ImageSize>>): Readonly<Record<string, ImageSize>> => {
  const cleaned = Object.entries(sizes).map(([name, size]) => [
    toPlain(name),
    { ...size, url: toWebsite(size.url), mimeType: toMimeType(size.mimeType) },
  ]);
  return JSON.stringify(cleaned) === JSON.stringify(Object.entries(sizes))
    ? sizes
    : Object.fromEntries(cleaned);
};

export const createCleanTexts = ({
  htmlCleaner,
  keepsHtml,
}: {
  readonly htmlCleaner: HtmlCleaner;
  readonly keepsHtml: boolean;
}): CleanTexts => {
  const html = (text: string): string => (keepsHtml || !text.includes("<") ? text : htmlCleaner.clean(text));
  const name = (text: string): string => {
    const cleaned = html(text);
    if (cleaned === text) return text;
    return isBlank(htmlCleaner.toText(cleaned)) ? WITHOUT_TITLE : cleaned.trim();
  };
  /**
   * Makes the name of a term safe. The name is plain text that is escaped wherever it is shown, so a name
   * that is harmless as HTML stays unchanged.
   */
  const termName = (text: string): string =>
    !text.includes("<") || htmlCleaner.keepsAll(text, htmlCleaner.clean(text))
      ? text
      : toTermName(text) || WITHOUT_TITLE;
  const dataText = (text: string, member: string): string => {
    if (ADDRESS_MEMBER.test(member) && EXECUTABLE_SCHEME.test(text.slice(0, 1000).replace(INVISIBLE, "")))
      return "";
    const cleaned = html(text);
    // Keep the plugin's spelling if cleaning changed nothing else.
    return cleaned === text || htmlCleaner.keepsAll(text, cleaned) ? text : cleaned;
  };
  const data = (value: unknown, member: string): unknown => {
    if (typeof value === "string") return dataText(value, member);
    if (Array.isArray(value)) {
      const list = value.map((one) => data(one, member));
      return list.some((one, at) => one !== value[at]) ? list : value;
    }
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).map(([key, one]) => [key, data(one, key)] as const);
    const isSame = entries.every(([key, one]) => one === (value as Readonly<Record<string, unknown>>)[key]);
    return isSame ? value : Object.fromEntries(entries);
  };
  return {
    html: ofText(html),
    name: ofText(name),
    termName: ofText(termName),
    plain: ofText(toPlain),
    website: ofText(toSafeWebsite),
    address: ofText(toWebsite),
    source: ofText((text) => (/^https?:/i.test(text) ? text : undefined)),
    mimeType: ofText(toMimeType),
    // The cast is safe: the record was validated.
    sizes: (value) => toSizes(value as Readonly<Record<string, ImageSize>>),
    slug: ofText((text) => (/^[\w%-]*$/.test(text) ? text : toSlug(text))),
    status: ofText((text) => (/^[a-z0-9_-]{1,20}$/.test(text) ? text : "draft")),
    lineage(value) {
      const kept = (value as readonly string[]).filter((globalId) => !TAG_START.test(globalId));
      return kept.length === (value as readonly string[]).length ? value : kept;
    },
    place: (value) => (isPlace(value) ? value : undefined),
    data: (value) => data(value, ""),
  };
};
