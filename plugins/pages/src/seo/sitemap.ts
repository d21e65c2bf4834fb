import { escapeHtml } from "@kalends/core/plugin";

/** URL in a sitemap. */
export interface SitemapEntry {
  readonly url: string;
  /** Time of the last change in UTC, such as `2031-05-06 10:00:00`. */
  readonly modifiedUtc?: string | undefined;
}

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Maximum length of a URL in a sitemap. Source: sitemaps.org, XML tag definitions. */
const MAX_ADDRESS_LENGTH = 2047;

const toElement = (name: "url" | "sitemap", { url, modifiedUtc }: SitemapEntry): string => {
  const modified = modifiedUtc === undefined ? "" : `<lastmod>${modifiedUtc.replace(" ", "T")}Z</lastmod>`;
  return `<${name}><loc>${escapeHtml(url)}</loc>${modified}</${name}>\n`;
};

async function* written(
  root: "urlset" | "sitemapindex",
  portions: AsyncIterable<readonly SitemapEntry[]>,
): AsyncIterable<string> {
  yield `${HEAD}<${root} ${NAMESPACE}>\n`;
  const name = root === "urlset" ? "url" : "sitemap";
  for await (const entries of portions)
    yield entries
      .filter(({ url }) => url.length <= MAX_ADDRESS_LENGTH)
      .map((entry) => toElement(name, entry))
      .join("");
  yield `</${root}>\n`;
}

/** Yields the XML of a sitemap, one chunk of text for each chunk of entries. */
export const toSitemap = (portions: AsyncIterable<readonly SitemapEntry[]>): AsyncIterable<string> =>
  written("urlset", portions);

/** Yields the XML of a sitemap index, one chunk of text for each chunk of entries. */
export const toSitemapIndex = (portions: AsyncIterable<readonly SitemapEntry[]>): AsyncIterable<string> =>
  written("sitemapindex", portions);
