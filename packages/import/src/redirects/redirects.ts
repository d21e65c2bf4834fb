import {
  findOldUpload,
  type Image,
  type ImportedList,
  type ImportedRecord,
  type ImportedRecords,
  importedPaths,
  importedRecords,
  importedSites,
  isImagePath,
  pathOfForms,
  type Repositories,
  readInBatches,
  toOldPath,
} from "@kalends/core";
import { LISTS } from "../list-pages/list-pages.ts";
import type { Redirect, RedirectKind } from "./redirect.ts";
import { findViewRedirects, type ViewsHere } from "./view-redirects.ts";

export interface RedirectsDeps {
  readonly store: Pick<Repositories, "documents" | "images" | "terms">;
  /**
   * Returns the URL of a record's web page, complete or as a path from `/`. Returns `undefined` if visitors
   * cannot see the page.
   */
  pageOf(list: ImportedList, id: number): Promise<string | undefined>;
  /** Returns the URL of a locally stored image. Returns `undefined` if visitors cannot see the image. */
  fileOf(image: Image): Promise<string | undefined>;
  /** True if visitors see the web page of a record at this path and query of the calendar. */
  isPage(path: string): Promise<boolean>;
  /**
   * Host of this calendar, such as `calendar.example`; `undefined` if the calendar has the host of the old
   * site.
   */
  readonly host: string | undefined;
  /** Views of this calendar. If absent, the old site's views, calendars and feeds get no redirects. */
  readonly views?: ViewsHere;
}

export interface RedirectsOptions {
  /**
   * True to include records whose URL stays the same. On a server that also serves this calendar, such a
   * redirect would loop.
   */
  readonly all: boolean;
  readonly kinds: readonly RedirectKind[];
}

const BATCH = 100;

/** Returns the host of a site name, without `www.` and without a folder. */
const bareHost = (host: string): string => host.toLowerCase().replace(/^www\.|\/.*/gs, "");

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : "");

/** Returns the path and query of a URL, normalized for comparison. */
const pathOfAddress = (address: string): string => toOldPath(address.replace(/^https?:\/\/[^/?#]*/i, ""));

/** Yields the import states of records with their earlier paths. */
async function* earlierOf(store: RedirectsDeps["store"]): AsyncGenerator<readonly ImportedRecord[]> {
  const records = importedRecords(store.documents);
  for (let last = ""; ; ) {
    const batch = await importedPaths(store.documents).readAfter(last, BATCH);
    const found: ImportedRecord[] = [];
    for (const { list, identity, path } of batch) {
      const record = await records.find(list, identity);
      if (record !== undefined) found.push({ ...record, path });
    }
    if (found.length > 0) yield found;
    if (batch.length < BATCH) return;
    last = batch.at(-1)?.key ?? "";
  }
}

async function* recordsOf(store: RedirectsDeps["store"]): AsyncGenerator<readonly ImportedRecord[]> {
  const records = importedRecords(store.documents);
  for (const list of LISTS) {
    let last = "";
    for (;;) {
      const batch = await records.readAfter(list, last, BATCH);
      if (batch.length === 0) break;
      yield batch;
      last = batch.at(-1)?.identity ?? "";
    }
  }
}

interface ViewsOptions extends Pick<RedirectsOptions, "kinds"> {
  readonly records: ImportedRecords;
  isHere(site: string): boolean;
}

/**
 * Yields redirects for views. Skips views whose path belongs to a record. If this calendar has the old site's
 * host, also skips views whose path equals the target or has a page here.
 */
async function* ofViews(
  deps: RedirectsDeps,
  views: ViewsHere,
  { records, kinds, isHere }: ViewsOptions,
): AsyncGenerator<Redirect> {
  const sites = await importedSites(deps.store.documents).list();
  const areHere = sites.every(isHere);
  for await (const redirect of findViewRedirects({ ...deps, views })) {
    const { kind, path, query, below, to } = redirect;
    if (!kinds.includes(kind)) continue;
    const old = path + query;
    const isFixed = below === undefined;
    if (isFixed && areHere && (pathOfAddress(to) === old || (await deps.isPage(old)))) continue;
    if (isFixed && (await records.findByPath(old)) !== undefined) continue;
    yield redirect;
  }
}

/**
 * Yields redirects from old URLs of imported records, views and images to the URLs that visitors use now, in
 * this order. Redirects of records are sorted by list and identity; those from earlier paths follow. If this
 * calendar has the old site's host, skips URLs at which it has a page, and without `all` also URLs that stay
 * the same. Holds one batch of records in memory.
 * Source: rules/choices.md#import-redirects.
 */
export async function* findRedirects(
  deps: RedirectsDeps,
  { all, kinds }: RedirectsOptions,
): AsyncGenerator<Redirect> {
  const { store, host } = deps;
  const records = importedRecords(store.documents);
  const sites = await importedSites(store.documents).list();

  /** True if the given site has the host of this calendar. */
  const isHere = (site: string): boolean => host === undefined || bareHost(site) === bareHost(host);

  const ofRecord = async (record: ImportedRecord): Promise<Redirect | undefined> => {
    const { list, id, identity, site } = record;
    if (record.path === "") return undefined;
    const old = toOldPath(record.path);
    const [path = ""] = old.split("?", 1);
    const query = old.slice(path.length);
    const kind = query === "" ? "path" : "query";
    if (old === "/" || !kinds.includes(kind)) return undefined;
    const to = await deps.pageOf(list, id);
    if (to === undefined) return undefined;
    const isSame = pathOfAddress(to) === old && bareHost(hostOf(to) || site) === bareHost(site);
    if (isSame && isHere(site)) return all ? { kind, path, query, to } : undefined;
    if (isHere(site) && (await deps.isPage(old))) return undefined;
    const first = await records.findByPath(old);
    return first?.list === list && first.identity === identity ? { kind, path, query, to } : undefined;
  };

  /** True if this path of the old site belongs to the image and to no record. */
  const isOf = async ({ id }: Image, path: string): Promise<boolean> => {
    const upload = await findOldUpload(store.images, sites, path);
    return upload?.image.id === id && (await records.findByPath(path)) === undefined;
  };

  const ofImage = async (image: Image): Promise<readonly Redirect[]> => {
    const { sourceUrl = "", url } = image;
    const isOld = sites.some((site) => bareHost(site) === bareHost(hostOf(sourceUrl)));
    if (!isOld || hostOf(url) !== "") return [];
    const path = new URL(sourceUrl).pathname;
    if (!isImagePath(path)) return [];
    const wanted = [
      ["file", path],
      ["forms", pathOfForms(path)],
    ] as const;
    const to = await deps.fileOf(image);
    const found: Redirect[] = [];
    for (const [kind, old] of wanted) {
      if (to === undefined || !kinds.includes(kind) || !(await isOf(image, old))) continue;
      found.push({ kind, path: toOldPath(old), query: "", to });
    }
    return found;
  };

  if (kinds.includes("path") || kinds.includes("query")) {
    for (const batches of [recordsOf(store), earlierOf(store)])
      for await (const batch of batches) {
        const found = await Promise.all(batch.map(ofRecord));
        yield* found.filter((redirect) => redirect !== undefined);
      }
  }
  if (deps.views !== undefined) yield* ofViews(deps, deps.views, { records, kinds, isHere });
  if (!kinds.includes("file") && !kinds.includes("forms")) return;
  for await (const batch of readInBatches(store.images)) {
    for (const image of batch) yield* await ofImage(image);
  }
}
