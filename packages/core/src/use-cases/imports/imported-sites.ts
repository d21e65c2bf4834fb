import type { DocumentRepository } from "../../ports/repositories/document-repository.ts";

/** Of the calendar itself, as the records are. */
const COLLECTION = "kalends/imported-sites";

/** As many as anybody imports from. */
const MAX_SITES = 50;

/** The hosts that records were imported from, such as `old.example`: kept as documents. Source: rules/choices.md#import-old-paths. */
export interface ImportedSites {
  /** Nothing happens for `""`, and for one that is known. */
  add(site: string): Promise<void>;
  list(): Promise<readonly string[]>;
}

/** Over the documents of a store, or of a unit of work. */
export const importedSites = (documents: DocumentRepository): ImportedSites => ({
  async add(site) {
    const host = site.toLowerCase().slice(0, 200);
    if (host === "" || (await documents.find(COLLECTION, host)) !== undefined) return;
    await documents.save({ collection: COLLECTION, key: host, value: {} });
  },
  async list() {
    const found = await documents.list({ collection: COLLECTION, limit: MAX_SITES });
    return found.map(({ key }) => key);
  },
});
