import type { DocumentRepository } from "../../ports/repositories/document-repository.ts";

/** Collection of the calendar itself, like that of imported records. */
const COLLECTION = "kalends/imported-sites";

/** Maximum number of hosts; more than anybody imports from. */
const MAX_SITES = 50;

/**
 * Hosts that records were imported from, such as `old.example`, stored as documents.
 * Source: rules/choices.md#import-old-paths.
 */
export interface ImportedSites {
  /** Adds a host. Does nothing for `""` and for a known host. */
  add(site: string): Promise<void>;
  list(): Promise<readonly string[]>;
}

/** Creates the port on the documents of a store or of a unit of work. */
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
