import { importedPaths, type Repositories } from "@kalends/core";
import type { WantedRecord } from "./settle-record.ts";

/**
 * Remembers the addresses that the page of a record had before: the one that an earlier import knew, and those that its source names.
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
