import {
  findOldUpload,
  type Image,
  type ImportedList,
  type ImportedRecord,
  importedRecords,
  MAX_OPEN_LINKS,
  type Repositories,
} from "@kalends/core";

/**
 * Replaces URLs in the attributes `href`, `src` and `srcset` of an HTML text. A URL for which `toOther`
 * returns `undefined` stays. `mapAddresses` of `@kalends/html` implements it.
 */
export type MapAddresses = (html: string, toOther: (address: string) => string | undefined) => string;

export interface OldLinksDeps {
  readonly store: Pick<Repositories, "documents" | "images">;
  readonly mapAddresses: MapAddresses;
  /**
   * Returns the URL of a local record's web page. Returns `undefined` if the record has no permanent page,
   * such as a draft.
   */
  pageOf(list: ImportedList, id: number): Promise<string | undefined>;
  /** Returns the URL of a locally stored file. */
  fileUrl(file: Image | Image["sizes"][string]): string;
}

/** Origin of a text: the URL of its web page, and other hosts of the same site. */
export interface OldText {
  readonly page: string;
  readonly sites: readonly string[];
}

/**
 * New URLs by old path and query. The host is not part of the key, because the old site may have several
 * hosts.
 */
export type ResolvedLinks = ReadonlyMap<string, string>;

/** Replaces links of the old site in texts by links to local records and files. */
export interface OldLinks {
  /** Returns the absolute URLs of all links in the texts that lead to the old site, in text order. */
  addressesIn(texts: readonly string[], from: OldText): readonly string[];
  /** Returns the new URL for each old URL. Old URLs without a local record or file are left out. */
  resolve(addresses: readonly string[]): Promise<ResolvedLinks>;
  /**
   * Returns the text with old URLs replaced by new ones. Pass the result to the HTML cleaner before it is
   * stored.
   */
  rewrite(text: string, from: OldText, resolved: ResolvedLinks): string;
}

/**
 * Maximum length of an open link: a link whose target is not imported yet (`openLinks`). Longer URLs are not
 * stored, so later imports do not replace them.
 */
const MAX_LENGTH = 500;

/** Returns the host of a site name or URL host, without `www.`, port and folder. */
const bareHost = (host: string): string => host.toLowerCase().replace(/^www\.|[/:].*/gs, "");

/** Returns a URL as an absolute URL. Returns `undefined` if the URL does not lead to the old site. */
const toAbsolute = (address: string, { page, sites }: OldText): URL | undefined => {
  if (!URL.canParse(address, page)) return undefined;
  const url = new URL(address, page);
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  const hosts = [...sites, new URL(page).host].map(bareHost);
  if (!hosts.includes(bareHost(url.host)) || url.username !== "") return undefined;
  return url;
};

const toAddressText = ({ origin, pathname, search }: URL): string => origin + pathname + search;

const toPath = ({ pathname, search }: URL): string => pathname + search;

/**
 * Returns the URLs without a local target, in the form in which they are stored as open links: at most
 * `MAX_OPEN_LINKS`, without URLs above `MAX_LENGTH`.
 */
export const toOpenLinks = (addresses: readonly string[], resolved: ResolvedLinks): readonly string[] =>
  addresses
    .filter((address) => address.length <= MAX_LENGTH && !resolved.has(toPath(new URL(address))))
    .slice(0, MAX_OPEN_LINKS);

/**
 * Creates the resolver for links to the old site.
 * Source: rules/choices.md#import-rewritten-links.
 */
export const createOldLinks = ({ store, mapAddresses, pageOf, fileUrl }: OldLinksDeps): OldLinks => {
  const records = importedRecords(store.documents);

  const pageAt = async (path: string): Promise<string | undefined> => {
    const record: ImportedRecord | undefined = await records.findByPath(path);
    return record && pageOf(record.list, record.id);
  };

  const resolveOne = async (address: string): Promise<string | undefined> => {
    const { host, pathname, search } = new URL(address);
    const exact = await pageAt(pathname + search);
    if (exact !== undefined) return exact;
    const page = search === "" ? undefined : await pageAt(pathname);
    if (page !== undefined) return page.includes("?") ? page : page + search;
    const upload = await findOldUpload(store.images, [host], pathname);
    return upload && fileUrl(upload.file);
  };

  return {
    addressesIn(texts, from) {
      const found = new Set<string>();
      for (const text of texts)
        mapAddresses(text, (address) => {
          const url = toAbsolute(address, from);
          if (url !== undefined && !address.startsWith("#")) found.add(toAddressText(url));
          return undefined;
        });
      return [...found];
    },
    async resolve(addresses) {
      const resolved = await Promise.all(
        addresses.map(async (address) => [toPath(new URL(address)), await resolveOne(address)] as const),
      );
      return new Map(resolved.flatMap(([path, to]) => (to === undefined ? [] : [[path, to]])));
    },
    rewrite: (text, from, resolved) =>
      mapAddresses(text, (address) => {
        const url = address.startsWith("#") ? undefined : toAbsolute(address, from);
        const to = url && resolved.get(toPath(url));
        return to === undefined ? undefined : to + (url?.hash ?? "");
      }),
  };
};
