import { lastUpdate } from "./entry.ts";
import type { NewsFeed } from "./news-format.ts";
import { DECLARATION, element, emptyElement, textElement } from "./xml.ts";

/** Formats a time as RFC 822 requires. */
const mailDate = (instant: string): string => new Date(instant).toUTCString();

/** Writes the feed in the format RSS 2.0. `content:encoded` has the complete description. */
export const writeRss = ({ name, page, address, language, refreshMinutes, entries }: NewsFeed): string => {
  const items = entries.map((entry) =>
    element("item", [
      textElement("title", entry.title),
      textElement("link", entry.address),
      textElement("guid", entry.id, { isPermaLink: "false" }),
      textElement("pubDate", mailDate(entry.published)),
      ...entry.terms.map((term) => textElement("category", term.name)),
      textElement("description", entry.summary),
      textElement("content:encoded", entry.html),
      ...(entry.image === undefined
        ? []
        : [
            emptyElement("enclosure", {
              url: entry.image.address,
              length: String(entry.image.bytes),
              type: entry.image.type,
            }),
          ]),
    ]),
  );
  const channel = element("channel", [
    textElement("title", name),
    textElement("link", page),
    textElement("description", name),
    textElement("language", language.toLowerCase()),
    textElement("lastBuildDate", mailDate(lastUpdate(entries))),
    textElement("ttl", String(refreshMinutes)),
    textElement("generator", "Kalends"),
    emptyElement("atom:link", { rel: "self", type: "application/rss+xml", href: address }),
    ...items,
  ]);
  return (
    DECLARATION +
    element("rss", [channel], {
      version: "2.0",
      "xmlns:atom": "http://www.w3.org/2005/Atom",
      "xmlns:content": "http://purl.org/rss/1.0/modules/content/",
    })
  );
};
