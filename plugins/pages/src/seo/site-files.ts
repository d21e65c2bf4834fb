import {
  ANONYMOUS,
  createFairLimiter,
  type PluginDeps,
  type Presenter,
  toNetwork,
  type WebsiteHandler,
  type WebsiteRequest,
  type WebsiteResponse,
} from "@kalends/core/plugin";
import type { Frame } from "../page/context.ts";
import { FORM_PATH } from "../submission/submission-options.ts";
import { BATCH, eventEntries, otherEntries, type Walk } from "./site-entries.ts";
import { type SitemapEntry, toSitemap, toSitemapIndex } from "./sitemap.ts";
import { createStartsCache } from "./starts-cache.ts";

/**
 * Maximum number of events per sitemap. The protocol allows 50,000 URLs, and a sitemap may also contain other
 * records.
 */
const MAX_ADDRESSES = 40_000;
/**
 * Maximum number of events for which the sitemap is built in memory, so that it gets an ETag. Larger sitemaps
 * are streamed without one.
 */
const MAX_BUFFERED = 1_000;
/**
 * Maximum number of concurrent reads, in total and per client. A limit is needed because anyone can request
 * sitemaps.
 * It applies to single reads and not to complete sitemaps, so that slow clients cannot block all others.
 */
const READS = { capacity: 4, perKey: 2 };
/**
 * Client key for the reads that build the sitemap index. All clients share the result, so the reads do not
 * count for the client that caused them.
 */
const INDEX = "index";

const EVENTS = /^\/sitemap-events-(\d{1,15})\.xml$/;
const OTHERS = "/sitemap-others.xml";
/** Paths of WordPress sitemaps. They are redirected to `/sitemap.xml`. */
const OLD = /^\/wp-sitemap(?:-[\w-]+)?\.xml$/;

const robotsText = (home: string, base: string): string =>
  `User-agent: *
Disallow: ${base}${FORM_PATH}
Disallow: ${base}/events/*?*search=

Sitemap: ${home}/sitemap.xml
`;

const toSitemapOf = (home: string): WebsiteResponse => {
  const location = `${home}/sitemap.xml`;
  return { status: 301, type: "text/plain", text: `${location}\n`, headers: { Location: location } };
};

/** Creates the handler for the sitemaps and for `/robots.txt`, which an option can disable. */
export const createSiteFiles = (frame: Frame, deps: PluginDeps): WebsiteHandler => {
  const { api, options } = frame;
  const { calendar, postStatuses } = deps;
  const reads = createFairLimiter<string>(READS);
  const cachedStarts = createStartsCache(frame.clock);

  const walkOf = (client: string, present: Presenter): Walk => ({
    ...{ api, present },
    queued: (read) => reads.run(client, read),
  });
  const walkFor = ({ address, present }: WebsiteRequest): Walk => walkOf(toNetwork(address), present);

  /**
   * Returns an upper limit for the number of sitemap entries. Each occurrence is counted, although a sitemap
   * lists only its series.
   */
  const countEvents = (): Promise<number> =>
    calendar.unrestricted.events.count({ visible: postStatuses.visibleTo(ANONYMOUS), clock: "local" });

  async function* events(request: WebsiteRequest, after: number): AsyncIterable<readonly SitemapEntry[]> {
    let count = 0;
    for await (const { entries } of eventEntries(walkFor(request), after)) {
      yield entries;
      count += entries.length;
      if (count > MAX_ADDRESSES - BATCH) return;
    }
  }

  async function* all(request: WebsiteRequest): AsyncIterable<readonly SitemapEntry[]> {
    yield* otherEntries(deps, walkFor(request), request.home);
    yield* events(request, 0);
  }

  /** Yields the id after which each sitemap of events starts, except for the first sitemap. */
  async function* starts(present: Presenter): AsyncGenerator<number, void, undefined> {
    let count = 0;
    for await (const { entries, last } of eventEntries(walkOf(INDEX, present), 0)) {
      count += entries.length;
      if (count <= MAX_ADDRESSES - BATCH) continue;
      yield last;
      count = 0;
    }
  }

  async function* index(
    { home, present }: WebsiteRequest,
    count: number,
  ): AsyncIterable<readonly SitemapEntry[]> {
    yield [{ url: home + OTHERS }, { url: `${home}/sitemap-events-0.xml` }];
    for await (const start of cachedStarts(count, () => starts(present)))
      yield [{ url: `${home}/sitemap-events-${start}.xml` }];
  }

  const respond = async (stream: AsyncIterable<string>, isBuffered: boolean): Promise<WebsiteResponse> => {
    const type = "application/xml";
    if (!isBuffered) return { type, stream };
    let text = "";
    for await (const portion of stream) text += portion;
    return { type, text };
  };

  const isRobots = (path: string): boolean => path === "/robots.txt" && options.robots !== false;
  const isFor = ({ method, path, locale }: WebsiteRequest): boolean =>
    method === "GET" &&
    locale === undefined &&
    (isRobots(path) || path === "/sitemap.xml" || path === OTHERS || EVENTS.test(path) || OLD.test(path));

  return {
    pure: true,
    isFor,
    async handle(request) {
      const { path, home } = request;
      if (!isFor(request)) return undefined;
      if (isRobots(path))
        return {
          type: "text/plain",
          text: robotsText(home, new URL(home).pathname.replace(/(?<!\/)\/+$/, "")),
        };
      if (OLD.test(path)) return toSitemapOf(home);
      if (path === "/sitemap.xml") {
        const count = await countEvents();
        return count > MAX_ADDRESSES
          ? respond(toSitemapIndex(index(request, count)), false)
          : respond(toSitemap(all(request)), count <= MAX_BUFFERED);
      }
      if (path === OTHERS) return respond(toSitemap(otherEntries(deps, walkFor(request), home)), false);
      const after = EVENTS.exec(path)?.[1];
      return after === undefined ? undefined : respond(toSitemap(events(request, Number(after))), false);
    },
  };
};
