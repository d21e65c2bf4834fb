import { importedPaths, type Repositories } from "@kalends/core";
import type { WantedRecord } from "./apply-record.ts";

/**
 * Stores earlier paths of the record's page: the path known from an earlier import, and those that the source
 * names.
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
