import {
  ANONYMOUS,
  type PluginDeps,
  type WebsiteAnswer,
  type WebsiteHandler,
  type WebsiteRequest,
} from "@kalends/core/plugin";
import type { Frame } from "../page/context.ts";
import { FORM_PATH } from "../submission/submission-options.ts";
import { BATCH, eventEntries, otherEntries } from "./site-entries.ts";
import { type SitemapEntry, toSitemap, toSitemapIndex } from "./sitemap.ts";

/** A sitemap may have 50,000 addresses; the one for everything has those of other records, too. */
const MOST = 40_000;
/** Up to so many events a sitemap is made as a whole, with a tag; a larger one is sent as it is read. */
const WHOLE = 1_000;

const EVENTS = /^\/sitemap-events-(\d{1,15})\.xml$/;
const OTHERS = "/sitemap-others.xml";

const robotsText = (home: string, base: string): string =>
  `User-agent: *
Disallow: ${base}${FORM_PATH}
Disallow: ${base}/events/*?*search=

Sitemap: ${home}/sitemap.xml
`;

/** `sitemap.xml` and, unless the option says otherwise, `robots.txt`. */
export const createSiteFiles = (frame: Frame, deps: PluginDeps): WebsiteHandler => {
  const { services, options } = frame;
  const { repositories, postStatuses } = deps;

  /** At most; each occurrence counts, though its series is what a sitemap names. */
  const countEvents = async (): Promise<number> => {
    const visible = postStatuses.visibleTo(ANONYMOUS);
    const { total } = await repositories.events.list({
      ...{ visible, clock: "local", order: "published", page: 1, perPage: 1 },
    });
    return total;
  };

  async function* events({ present }: WebsiteRequest, after: number): AsyncIterable<readonly SitemapEntry[]> {
    let count = 0;
    for await (const { entries } of eventEntries(deps, services, present, after)) {
      yield entries;
      count += entries.length;
      if (count > MOST - BATCH) return;
    }
  }

  async function* all(request: WebsiteRequest): AsyncIterable<readonly SitemapEntry[]> {
    yield* otherEntries(deps, services, request.present, request.home);
    yield* events(request, 0);
  }

  /** Where each sitemap of events begins follows from what is before it. */
  async function* index({ home, present }: WebsiteRequest): AsyncIterable<readonly SitemapEntry[]> {
    yield [{ url: home + OTHERS }, { url: `${home}/sitemap-events-0.xml` }];
    let count = 0;
    for await (const { entries, last } of eventEntries(deps, services, present, 0)) {
      count += entries.length;
      if (count <= MOST - BATCH) continue;
      yield [{ url: `${home}/sitemap-events-${last}.xml` }];
      count = 0;
    }
  }

  const answer = async (stream: AsyncIterable<string>, isWhole: boolean): Promise<WebsiteAnswer> => {
    const type = "application/xml";
    if (!isWhole) return { type, stream };
    let text = "";
    for await (const portion of stream) text += portion;
    return { type, text };
  };

  return {
    pure: true,
    async handle(request) {
      const { method, path, locale, home } = request;
      if (method !== "GET" || locale !== undefined) return undefined;
      if (path === "/robots.txt" && options.robots !== false)
        return {
          type: "text/plain",
          text: robotsText(home, new URL(home).pathname.replace(/(?<!\/)\/+$/, "")),
        };
      if (path === "/sitemap.xml") {
        const count = await countEvents();
        return count > MOST
          ? answer(toSitemapIndex(index(request)), false)
          : answer(toSitemap(all(request)), count <= WHOLE);
      }
      if (path === OTHERS)
        return answer(toSitemap(otherEntries(deps, services, request.present, home)), false);
      const after = EVENTS.exec(path)?.[1];
      return after === undefined ? undefined : answer(toSitemap(events(request, Number(after))), false);
    },
  };
};
