import {
  findOldUpload,
  type ImportedRecord,
  importedRecords,
  importedSites,
  isImagePath,
  type Repositories,
  toSlug,
} from "@kalends/core";
import type { WebsiteRequest, WebsiteResponse } from "@kalends/core/interface";
import {
  createImportedViewRedirects,
  type OldRequest,
  redirectTo,
  toCalendarOf,
  type WebsiteHandlers,
} from "./imported-view-redirects.ts";
import { createVisibleRecords, targetOf, type VisibleRecordsDeps } from "./visible-records.ts";

export interface OldAddressesDeps extends VisibleRecordsDeps {
  readonly store: Pick<Repositories, "documents" | "images" | "terms" | "events" | "venues" | "organizers">;
}

/**
 * Finds the redirect from an address of an imported site: to the web page of a record, its calendar file, an
 * image, or a view such as `/events/month/`. Returns `undefined` if visitors cannot see the record. `query`:
 * query as sent. Called only if no handler responds, or the response is a 404.
 */
export type FindNewAddress = (
  request: WebsiteRequest,
  query: string,
  handlers: WebsiteHandlers,
) => Promise<WebsiteResponse | undefined>;

const POST_LISTS = ["events", "venues", "organizers"] as const;
const BY_SLUG = { events: "tribe_events", venues: "tribe_venue", organizers: "tribe_organizer" } as const;

/** True if both URLs are the URL of the same web page. */
const isSame = (one: string, other: string): boolean => {
  const [first, second] = [new URL(one), new URL(other)];
  const pathOf = ({ pathname }: URL): string => pathname.replace(/(?<!\/)\/+$/, "");
  return first.host === second.host && pathOf(first) === pathOf(second) && first.search === second.search;
};

/** Creates the redirects from addresses of imported sites. Source: rules/choices.md#import-redirects. */
export const createOldAddresses = (deps: OldAddressesDeps): FindNewAddress => {
  const { documents, images } = deps.store;
  const visible = createVisibleRecords(deps);
  const records = importedRecords(documents);
  const viewAt = createImportedViewRedirects(records);

  /**
   * Finds an imported record by its address on the old site. `rest`: part of the query that does not identify
   * the record; the redirect preserves it.
   */
  const recordAt = async (
    paths: readonly string[],
    query: string,
  ): Promise<{ readonly record: ImportedRecord; readonly rest: string } | undefined> => {
    for (const rest of new Set(["", query])) {
      for (const path of paths) {
        const record = await records.findByPath(path + query.slice(0, query.length - rest.length));
        if (record !== undefined) return { record, rest };
      }
    }
    return undefined;
  };

  /**
   * Finds the record that WordPress would find for a query of its front page. The query contains an id or, on
   * sites without readable URLs, a slug.
   */
  const recordByQuery = async (search: string): Promise<ImportedRecord | undefined> => {
    const query = new URLSearchParams(search);
    const number = /^\d{1,15}$/.exec(query.get("p") ?? "")?.[0];
    for (const list of POST_LISTS) {
      const slug = query.get(BY_SLUG[list]);
      const bySlug = slug === null ? undefined : await deps.store[list].findBySlug(toSlug(slug));
      const [known] = bySlug === undefined ? [] : await records.findById(list, bySlug.id);
      if (known !== undefined) return known;
      if (number === undefined) continue;
      for (const site of await importedSites(documents).list()) {
        const record = await records.find(list, `${site}?id=${number}`);
        if (record !== undefined) return record;
      }
    }
    return undefined;
  };

  const imageAt = async (path: string, { present }: WebsiteRequest): Promise<string | undefined> => {
    if (!isImagePath(path)) return undefined;
    const hosts = [new URL(present.site).host, ...(await importedSites(documents).list())];
    const upload = await findOldUpload(images, hosts, path);
    if (upload === undefined || !(await visible.hasImage(upload.image.id))) return undefined;
    return present.imageUrl(upload.file);
  };

  const calendarAt = async (
    paths: readonly string[],
    old: OldRequest,
  ): Promise<WebsiteResponse | undefined> => {
    const pages = paths.flatMap((path) => /^(\/.+)\/ical\/?$/.exec(path)?.[1] ?? []);
    const known = pages.length === 0 ? undefined : await recordAt(pages, "");
    if (known === undefined) return undefined;
    const { list, id } = known.record;
    const address = await visible.addressOf(targetOf(list, id), old.request.present);
    return address === undefined ? undefined : toCalendarOf(address, old);
  };

  return async (request, search, handlers) => {
    const { page, path, locale, present, home } = request;
    // Addresses of existing web pages are never redirected, so redirects cannot form a loop.
    if (page !== undefined && (await visible.addressOf(page, present)) !== undefined) return undefined;
    const query = search === "" ? "" : `?${search}`;
    // The old site may have had the same path as the one at which this calendar is mounted.
    const mounted = new URL(present.site).pathname.replace(/(?<!\/)\/+$/, "") + path;
    const paths = [...new Set([mounted, ...(locale === undefined ? [] : [`/${locale}${path}`]), path])];
    const byQuery = path === "/" && search !== "" ? await recordByQuery(search) : undefined;
    const known = (await recordAt(paths, query)) ?? (byQuery && { record: byQuery, rest: "" });
    if (known === undefined) {
      const image = await imageAt(path, request);
      if (image !== undefined) return redirectTo(image);
      const old = { request, query, handlers };
      return (await calendarAt(paths, old)) ?? viewAt(paths, old);
    }
    const address = await visible.addressOf(targetOf(known.record.list, known.record.id), present);
    if (address === undefined || isSame(address, home + path + query)) return undefined;
    return redirectTo(address, address.includes("?") ? "" : known.rest);
  };
};
