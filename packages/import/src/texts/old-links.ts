import {
  findOldUpload,
  type Image,
  type ImportedList,
  type ImportedRecord,
  importedRecords,
  MAX_OPEN_LINKS,
  type Repositories,
} from "@kalends/core";

/** Replaces addresses in `href`, `src` and `srcset` of HTML; `mapAddresses` of `@kalends/html`. */
export type MapAddresses = (html: string, toOther: (address: string) => string | undefined) => string;

export interface OldLinksDeps {
  readonly store: Pick<Repositories, "documents" | "images">;
  readonly mapAddresses: MapAddresses;
  /**
   * Returns the address of a local record's page; `undefined` if it has no permanent one, such as a draft.
   */
  pageOf(list: ImportedList, id: number): Promise<string | undefined>;
  /** Returns the address of a local file. */
  fileUrl(file: Image | Image["sizes"][string]): string;
}

/** Origin of a text: the address of its page, and other hosts of its site. */
export interface OldText {
  readonly page: string;
  readonly sites: readonly string[];
}

/** Local addresses by path and query at the old site, which may have several hosts. */
export type ResolvedLinks = ReadonlyMap<string, string>;

/** Resolves links in texts of the old site to local addresses. */
export interface OldLinks {
  /** Returns the absolute addresses of the old site that the texts link to, in text order. */
  addressesIn(texts: readonly string[], from: OldText): readonly string[];
  /** Returns the local addresses for old ones; those without a local counterpart are absent. */
  resolve(addresses: readonly string[]): Promise<ResolvedLinks>;
  /** Returns the text with old addresses replaced by local ones. The result must be cleaned. */
  rewrite(text: string, from: OldText, resolved: ResolvedLinks): string;
}

/** Maximum length of an address that is stored as an open link. */
const MAX_LENGTH = 500;

/** Returns the host without `www.`, port, and folder of a site name. */
const bareHost = (host: string): string => host.toLowerCase().replace(/^www\.|[/:].*/gs, "");

/** Returns an absolute address; `undefined` if it does not lead to the old site. */
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

/** Returns the unresolved addresses in the form in which they are stored. */
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
