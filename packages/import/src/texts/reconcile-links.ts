import { type HtmlCleaner, type ImportedList, type ImportedRecord, importedRecords } from "@kalends/core";
import type { Store } from "@kalends/core/storage";
import { LISTS } from "../list-pages/list-pages.ts";
import { digestOf, isDetached, type OwnRecord } from "../merge/content-digest.ts";
import { storageOf } from "../merge/record-storage.ts";
import { type OldLinks, type OldText, type ResolvedLinks, toOpenLinks } from "./old-links.ts";

export interface ReconcileLinksDeps {
  /** Local store. With the option `--tell`, its transactions also write their changes to the outbox. */
  readonly store: Store;
  readonly htmlCleaner: Pick<HtmlCleaner, "clean">;
  readonly links: OldLinks;
}

const BATCH = 100;

const textsOf = (record: OwnRecord): readonly string[] =>
  "excerpt" in record ? [record.description, record.excerpt] : [record.description];

/**
 * True if nobody changed the local record since its import, according to its digest. Links in texts with
 * local changes are not replaced.
 */
const isAsImported = (ours: OwnRecord, { slug, ourSlug = slug, base, digest }: ImportedRecord): boolean =>
  digestOf(ours, { ...digest, slug: ours.slug === ourSlug ? slug : ours.slug }) === base;

/**
 * True for a single event. A series and its occurrences must be written together, so the next import replaces
 * their links.
 */
const isSingle = (record: OwnRecord): boolean => !("occurrence" in record) && !("recurrence" in record);

/**
 * Replaces the open links in stored texts whose targets exist locally by now. Open links are links to the old
 * site that had no local target when the text was imported. Call this at the end of an import. Returns the
 * number of changed records. Links without a local target stay stored for the next import.
 * Source: rules/choices.md#import-rewritten-links.
 */
export const reconcileLinks = async ({ store, htmlCleaner, links }: ReconcileLinksDeps): Promise<number> => {
  const reconcile = async (list: ImportedList, identity: string, resolved: ResolvedLinks): Promise<boolean> =>
    store.transaction(async (repositories) => {
      const records = importedRecords(repositories.documents);
      const storage = storageOf(list, repositories);
      const known = await records.find(list, identity);
      if (known === undefined) return false;
      const ours = await storage.find(known.id);
      if (ours === undefined || isDetached(ours) || !isSingle(ours) || !isAsImported(ours, known))
        return false;
      const page = `https://${known.site.replace(/\/.*/s, "")}${known.path || "/"}`;
      if (!URL.canParse(page)) return false;
      const { openLinks = [], digest, ...rest } = known;
      const hosts = openLinks.map((address) => new URL(address).host);
      const from: OldText = { page, sites: [known.site, ...hosts] };
      const rewrite = (text: string): string => {
        const rewritten = links.rewrite(text, from, resolved);
        return rewritten === text ? text : htmlCleaner.clean(rewritten);
      };
      const counts = {
        ...ours,
        description: rewrite(ours.description),
        ...("excerpt" in ours && { excerpt: rewrite(ours.excerpt) }),
      };
      const open = toOpenLinks(openLinks, resolved);
      const isChanged = textsOf(counts).some((text, index) => text !== textsOf(ours)[index]);
      if (isChanged && !(await storage.save(counts))) return false;
      await records.save({
        ...rest,
        ...(open.length > 0 && { openLinks: open, ...(digest && { digest }) }),
        base: digestOf(counts, { ...digest, slug: known.slug }),
      });
      return isChanged;
    });

  let changed = 0;
  for (const list of LISTS) {
    const records = importedRecords(store.documents);
    for (let last = ""; ; ) {
      const batch = await records.readOpenAfter(list, last, BATCH);
      for (const { identity, openLinks = [] } of batch) {
        const resolved = await links.resolve(openLinks);
        if (resolved.size > 0 && (await reconcile(list, identity, resolved))) changed += 1;
      }
      if (batch.length < BATCH) break;
      last = batch.at(-1)?.identity ?? "";
    }
  }
  return changed;
};
