import type { NewsFeed } from "./news-format.ts";

/** Writes the feed in the format JSON Feed 1.1. */
export const writeJsonFeed = ({ name, page, address, language, entries }: NewsFeed): string =>
  JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: name,
    home_page_url: page,
    feed_url: address,
    language,
    items: entries.map((entry) => ({
      id: entry.id,
      url: entry.address,
      title: entry.title,
      summary: entry.summary,
      content_html: entry.html,
      date_published: entry.published,
      date_modified: entry.updated,
      ...(entry.terms.length > 0 && { tags: entry.terms.map((term) => term.name) }),
      ...(entry.image && { image: entry.image.address }),
    })),
  });
