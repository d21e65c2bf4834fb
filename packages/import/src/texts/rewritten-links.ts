import { globalHostOf, siteOf } from "../merge/identity.ts";
import { readOr, type SourceRecord } from "../records/source-record.ts";
import type { FoundRecord, Portion, Source } from "../source/source.ts";
import { type OldLinks, type OldText, toOpenLinks } from "./old-links.ts";

const TEXTS = ["description", "excerpt"] as const;

/**
 * Returns the web page and the hosts that the record's texts come from. Returns `undefined` if they are
 * unknown.
 */
const originOf = (record: SourceRecord, site: string): OldText | undefined => {
  const named = readOr(site, () => siteOf(record, site));
  // If the site has moved, the global id still has its earlier host. Links to that host count too.
  const before = readOr("", () => globalHostOf(record));
  const sites = [...new Set([site, named, before])].filter((one) => one !== "");
  const page = readOr("", () => record.text("url"));
  if (/^https?:/i.test(page) && URL.canParse(page)) return { page, sites };
  const siteRoot = `https://${named.replace(/\/.*/s, "")}/`;
  return URL.canParse(siteRoot) ? { page: siteRoot, sites } : undefined;
};

const rewritten = async (found: FoundRecord, site: string, links: OldLinks): Promise<FoundRecord> => {
  const { record } = found;
  const texts = TEXTS.map((name) => readOr("", () => record.text(name)));
  const from = originOf(record, site);
  const addresses = from === undefined ? [] : links.addressesIn(texts, from);
  if (from === undefined || addresses.length === 0) return found;
  const resolved = await links.resolve(addresses);
  const own = new Map(TEXTS.map((name, index) => [name, links.rewrite(texts[index] ?? "", from, resolved)]));
  const openLinks = toOpenLinks(addresses, resolved);
  const text: SourceRecord["text"] = (name) => new Map<string, string>(own).get(name) ?? record.text(name);
  // Replace only the texts, so that the record keeps the identity of the source record.
  return { ...found, record: { ...record, text }, ...(openLinks.length > 0 && { openLinks }) };
};

/**
 * Returns a source whose texts link to local records, terms and images instead of the old site. Links without
 * a local target are stored, and `reconcileLinks` replaces them later. Apply this after all other wrappers of
 * the source.
 * Source: rules/choices.md#import-rewritten-links.
 */
export const withRewrittenLinks = (source: Source, links: OldLinks): Source => {
  /** Series with replaced links, by original record, so that all occurrences of a series share one object. */
  const series = new WeakMap<FoundRecord, Promise<FoundRecord>>();
  const seriesOf = (found: FoundRecord): Promise<FoundRecord> => {
    const known = series.get(found) ?? rewritten(found, source.site, links);
    series.set(found, known);
    return known;
  };
  const rewrite = async (found: FoundRecord): Promise<FoundRecord> => {
    const own = await rewritten(found, source.site, links);
    return found.series === undefined
      ? own
      : { ...own, series: { ...found.series, found: await seriesOf(found.series.found) } };
  };
  const { find } = source;
  return {
    ...source,
    async *read(list) {
      for await (const portion of source.read(list)) {
        const records: FoundRecord[] = [];
        for (const found of portion.records) records.push(await rewrite(found));
        const same: Portion = { ...portion, records };
        yield same;
      }
    },
    ...(find && {
      async find(list, sourceId) {
        const found = await find(list, sourceId);
        return found && rewrite(found);
      },
    }),
  };
};
