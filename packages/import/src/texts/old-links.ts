import {
  findOldUpload,
  type Image,
  type ImageSize,
  type ImportedList,
  type ImportedRecord,
  importedRecords,
  MAX_OPEN_LINKS,
  type Repositories,
} from "@kalends/core";

/** The HTML with other addresses in `href`, `src` and `srcset`: `mapAddresses` of `@kalends/html`. */
export type MapAddresses = (html: string, toOther: (address: string) => string | undefined) => string;

export interface OldLinksDeps {
  readonly store: Pick<Repositories, "documents" | "images">;
  readonly mapAddresses: MapAddresses;
  /** The address of the page of a record of ours; `undefined` where it has none that stays, such as a draft. */
  pageOf(list: ImportedList, id: number): Promise<string | undefined>;
  /** The address of a file that is kept here. */
  fileUrl(file: Image | ImageSize): string;
}

/** Where a text was: the address of its page, and the hosts of its site besides that of the page. */
export interface OldText {
  readonly page: string;
  readonly sites: readonly string[];
}

/** Addresses here, by paths and queries of the old site: it may have several hosts. */
export type ResolvedLinks = ReadonlyMap<string, string>;

/** What links in texts of the old site lead to here. */
export interface OldLinks {
  /** Addresses of the old site among those that the texts lead to, as absolute ones, in the order of the texts. */
  addressesIn(texts: readonly string[], from: OldText): readonly string[];
  /** What there is here in place of these; what there is nothing for is absent. */
  resolve(addresses: readonly string[]): Promise<ResolvedLinks>;
  /** The text with these addresses in place of those of the old site. It has to be cleaned afterwards. */
  rewrite(text: string, from: OldText, resolved: ResolvedLinks): string;
}

/** Of longer ones no list of open links is kept. */
const LONGEST = 500;

/** Without `www.`, port, and the folder that the name of a site may have. */
const bare = (host: string): string => host.toLowerCase().replace(/^www\.|[/:].*/gs, "");

/** `undefined` for what does not lead to the old site. */
const toAbsolute = (address: string, { page, sites }: OldText): URL | undefined => {
  if (!URL.canParse(address, page)) return undefined;
  const url = new URL(address, page);
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  const hosts = [...sites, new URL(page).host].map(bare);
  if (!hosts.includes(bare(url.host)) || url.username !== "") return undefined;
  return url;
};

const toWhole = ({ origin, pathname, search }: URL): string => origin + pathname + search;

const toPath = ({ pathname, search }: URL): string => pathname + search;

/** Those of absolute addresses that lead nowhere, to be remembered. */
export const toOpenLinks = (addresses: readonly string[], resolved: ResolvedLinks): readonly string[] =>
  addresses
    .filter((address) => address.length <= LONGEST && !resolved.has(toPath(new URL(address))))
    .slice(0, MAX_OPEN_LINKS);

/** Source: rules/choices.md#import-rewritten-links. */
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
          if (url !== undefined && !address.startsWith("#")) found.add(toWhole(url));
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
