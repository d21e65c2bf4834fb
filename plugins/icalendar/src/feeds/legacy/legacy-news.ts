import type { WebsiteRequest, WebsiteResponse } from "@kalends/core/plugin";

/**
 * File extension for each feed format of the previous calendar software. `rdf` is not supported and redirects
 * to RSS.
 */
const EXTENSIONS: Readonly<Record<string, string>> = {
  feed: "rss",
  rss: "rss",
  rss2: "rss",
  rdf: "rss",
  atom: "atom",
};

const FEED_PATH = /^\/feed(?:\/(feed|rss2?|rdf|atom))?\/?$/;

/**
 * Returns the file extension for a news feed request in the old form: `/feed/?post_type=tribe_events`, or
 * `/?feed=...` with the same parameter. Returns `undefined` for other requests.
 */
const extensionOf = ({ method, path, query }: WebsiteRequest): string | undefined => {
  if (method !== "GET" || query.get("post_type")?.includes("tribe_events") !== true) return undefined;
  const [isFeed, below = "feed"] = FEED_PATH.exec(path) ?? [];
  const form = (path === "/" ? query.get("feed")?.[0] : isFeed && below) ?? "";
  return Object.hasOwn(EXTENSIONS, form) ? EXTENSIONS[form] : undefined;
};

export const isNewsRequest = (request: WebsiteRequest): boolean => extensionOf(request) !== undefined;

/**
 * Redirects a news feed URL of the previous calendar software to the feed of this plugin. Returns `undefined`
 * for other URLs.
 */
export const redirectNews = (request: WebsiteRequest): WebsiteResponse | undefined => {
  const extension = extensionOf(request);
  if (extension === undefined) return undefined;
  const location = `${request.present.namespace}/events.${extension}`;
  return { status: 301, type: "text/plain", text: `${location}\n`, headers: { Location: location } };
};
