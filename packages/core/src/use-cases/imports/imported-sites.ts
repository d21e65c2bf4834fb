import type { DocumentRepository } from "../../ports/repositories/document-repository.ts";

/** Name of the collection of import hosts. It belongs to the calendar itself; no plugin can use this name. */
const COLLECTION = "kalends/imported-sites";

/** Maximum number of hosts. No calendar is expected to import from more. */
const MAX_SITES = 50;

/**
 * Repository of the hosts that records were imported from, such as `old.example`. Hosts are stored as
 * documents.
 * Source: rules/choices.md#import-old-paths.
 */
export interface ImportedSites {
  /** Stores a host. Does nothing for `""` and for a host that is already stored. */
  add(site: string): Promise<void>;
  list(): Promise<readonly string[]>;
}

/** Creates the repository on the documents of a store or of a unit of work. */
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
