import { importedPaths, type Repositories } from "@kalends/core";
import type { WantedRecord } from "./apply-record.ts";

/**
 * Stores the earlier paths of a record's web page: the path from the last import if it differs, and old paths
 * that the source lists.
 * Source: rules/choices.md#import-old-paths.
 */
export const notePaths = async (
  { list, identity, facts }: Pick<WantedRecord, "list" | "identity" | "facts">,
  earlier: readonly string[],
  { documents }: Pick<Repositories, "documents">,
): Promise<void> => {
  for (const path of earlier)
    if (path !== "" && path !== facts.path) await importedPaths(documents).add({ list, identity, path });
};
