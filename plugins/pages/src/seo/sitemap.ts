import { escapeHtml } from "@kalends/core/plugin";

/** One address of a sitemap. */
export interface SitemapEntry {
  readonly url: string;
  /** UTC, such as `2031-05-06 10:00:00`. */
  readonly modifiedUtc?: string | undefined;
}

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Sitemaps hold no longer addresses. Source: sitemaps.org, XML tag definitions. */
const LONGEST_ADDRESS = 2047;

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
      .filter(({ url }) => url.length <= LONGEST_ADDRESS)
      .map((entry) => toElement(name, entry))
      .join("");
  yield `</${root}>\n`;
}

/** A sitemap, in the portions in which its entries come. */
export const toSitemap = (portions: AsyncIterable<readonly SitemapEntry[]>): AsyncIterable<string> =>
  written("urlset", portions);

/** An index of sitemaps. */
export const toSitemapIndex = (portions: AsyncIterable<readonly SitemapEntry[]>): AsyncIterable<string> =>
  written("sitemapindex", portions);
