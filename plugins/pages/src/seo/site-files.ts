import {
  ANONYMOUS,
  createFairLimiter,
  type PluginDeps,
  type Presenter,
  toNetwork,
  type WebsiteAnswer,
  type WebsiteHandler,
  type WebsiteRequest,
} from "@kalends/core/plugin";
import type { Frame } from "../page/context.ts";
import { FORM_PATH } from "../submission/submission-options.ts";
import { createKeptStarts } from "./kept-starts.ts";
import { BATCH, eventEntries, otherEntries, type Walk } from "./site-entries.ts";
import { type SitemapEntry, toSitemap, toSitemapIndex } from "./sitemap.ts";

/** A sitemap may have 50,000 addresses; the one for everything has those of other records, too. */
const MOST = 40_000;
/** Up to so many events a sitemap is made as a whole, with a tag; a larger one is sent as it is read. */
const WHOLE = 1_000;
/**
 * Portions that are read at once, in all and for one client: anybody may ask for any number of sitemaps. Portions, for with places for
 * whole sitemaps some clients that take theirs slowly would keep all others waiting.
 */
const READS = { capacity: 4, perKey: 2 };
/** For whom the sitemaps of an index are found: for all who wait for it, not for the one who came first. */
const INDEX = "index";

const EVENTS = /^\/sitemap-events-(\d{1,15})\.xml$/;
const OTHERS = "/sitemap-others.xml";
/** Sitemaps of WordPress, the index and its parts. */
const OLD = /^\/wp-sitemap(?:-[\w-]+)?\.xml$/;

const robotsText = (home: string, base: string): string =>
  `User-agent: *
Disallow: ${base}${FORM_PATH}
Disallow: ${base}/events/*?*search=

Sitemap: ${home}/sitemap.xml
`;

const toSitemapOf = (home: string): WebsiteAnswer => {
  const location = `${home}/sitemap.xml`;
  return { status: 301, type: "text/plain", text: `${location}\n`, headers: { Location: location } };
};

/** `sitemap.xml` and, unless the option says otherwise, `robots.txt`. */
export const createSiteFiles = (frame: Frame, deps: PluginDeps): WebsiteHandler => {
  const { api, options } = frame;
  const { calendar, postStatuses } = deps;
  const reads = createFairLimiter<string>(READS);
  const keptStarts = createKeptStarts(frame.clock);

  const walkOf = (client: string, present: Presenter): Walk => ({
    ...{ api, present },
    inTurn: (read) => reads.run(client, read),
  });
  const walkFor = ({ address, present }: WebsiteRequest): Walk => walkOf(toNetwork(address), present);

  /** At most; each occurrence counts, though its series is what a sitemap names. */
  const countEvents = (): Promise<number> =>
    calendar.unrestricted.events.count({ visible: postStatuses.visibleTo(ANONYMOUS), clock: "local" });

  async function* events(request: WebsiteRequest, after: number): AsyncIterable<readonly SitemapEntry[]> {
    let count = 0;
    for await (const { entries } of eventEntries(walkFor(request), after)) {
      yield entries;
      count += entries.length;
      if (count > MOST - BATCH) return;
    }
  }

  async function* all(request: WebsiteRequest): AsyncIterable<readonly SitemapEntry[]> {
    yield* otherEntries(deps, walkFor(request), request.home);
    yield* events(request, 0);
  }

  /** The last ids before sitemaps of events: where each begins follows from what is before it. */
  async function* starts(present: Presenter): AsyncGenerator<number, void, undefined> {
    let count = 0;
    for await (const { entries, last } of eventEntries(walkOf(INDEX, present), 0)) {
      count += entries.length;
      if (count <= MOST - BATCH) continue;
      yield last;
      count = 0;
    }
  }

  async function* index(
    { home, present }: WebsiteRequest,
    count: number,
  ): AsyncIterable<readonly SitemapEntry[]> {
    yield [{ url: home + OTHERS }, { url: `${home}/sitemap-events-0.xml` }];
    for await (const start of keptStarts(count, () => starts(present)))
      yield [{ url: `${home}/sitemap-events-${start}.xml` }];
  }

  const answer = async (stream: AsyncIterable<string>, isWhole: boolean): Promise<WebsiteAnswer> => {
    const type = "application/xml";
    if (!isWhole) return { type, stream };
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
        return count > MOST
          ? answer(toSitemapIndex(index(request, count)), false)
          : answer(toSitemap(all(request)), count <= WHOLE);
      }
      if (path === OTHERS) return answer(toSitemap(otherEntries(deps, walkFor(request), home)), false);
      const after = EVENTS.exec(path)?.[1];
      return after === undefined ? undefined : answer(toSitemap(events(request, Number(after))), false);
    },
  };
};
