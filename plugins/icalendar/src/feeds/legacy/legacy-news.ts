import type { WebsiteAnswer, WebsiteRequest } from "@kalends/core/plugin";

/** Names that the reference has for the forms of its news feeds; `rdf` has none here. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  feed: "rss",
  rss: "rss",
  rss2: "rss",
  rdf: "rss",
  atom: "atom",
};

const FEED_PATH = /^\/feed(?:\/(feed|rss2?|rdf|atom))?\/?$/;

/** The extension of the news feed of all events that the address asks for: `/feed/?post_type=tribe_events`, or `/?feed=` with the same. */
const extensionOf = ({ method, path, query }: WebsiteRequest): string | undefined => {
  if (method !== "GET" || query.get("post_type")?.includes("tribe_events") !== true) return undefined;
  const [isFeed, below = "feed"] = FEED_PATH.exec(path) ?? [];
  const form = (path === "/" ? query.get("feed")?.[0] : isFeed && below) ?? "";
  return Object.hasOwn(EXTENSIONS, form) ? EXTENSIONS[form] : undefined;
};

export const isAskedForNews = (request: WebsiteRequest): boolean => extensionOf(request) !== undefined;

/** Leads from news feeds of the calendar that was here before to ours. */
export const answerNews = (request: WebsiteRequest): WebsiteAnswer | undefined => {
  const extension = extensionOf(request);
  if (extension === undefined) return undefined;
  const location = `${request.present.namespace}/events.${extension}`;
  return { status: 301, type: "text/plain", text: `${location}\n`, headers: { Location: location } };
};
