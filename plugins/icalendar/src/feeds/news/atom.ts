import { lastUpdate } from "./entry.ts";
import type { NewsFeed } from "./news-format.ts";
import { DECLARATION, element, emptyElement, textElement } from "./xml.ts";

/** Writes the feed in the Atom format (RFC 4287). */
export const writeAtom = ({ name, page, address, language, entries }: NewsFeed): string => {
  const written = entries.map((entry) =>
    element("entry", [
      textElement("id", entry.id),
      textElement("title", entry.title),
      textElement("updated", entry.updated),
      textElement("published", entry.published),
      emptyElement("link", { rel: "alternate", type: "text/html", href: entry.address }),
      ...(entry.image === undefined
        ? []
        : [
            emptyElement("link", {
              rel: "enclosure",
              type: entry.image.type,
              href: entry.image.address,
              length: entry.image.bytes === 0 ? undefined : String(entry.image.bytes),
            }),
          ]),
      ...entry.terms.map(({ slug, name }) => emptyElement("category", { term: slug, label: name })),
      textElement("summary", entry.summary),
      textElement("content", entry.html, { type: "html" }),
    ]),
  );
  const feed = [
    textElement("id", address),
    textElement("title", name),
    textElement("updated", lastUpdate(entries)),
    element("author", [textElement("name", name)]),
    emptyElement("link", { rel: "self", type: "application/atom+xml", href: address }),
    emptyElement("link", { rel: "alternate", type: "text/html", href: page }),
    textElement("generator", "Kalends"),
    ...written,
  ];
  return DECLARATION + element("feed", feed, { xmlns: "http://www.w3.org/2005/Atom", "xml:lang": language });
};
