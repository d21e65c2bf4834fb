import { Command } from "commander";
import { withoutCredentials } from "../storage/storage-schemes.ts";
import type { CommandFactory } from "./command-context.ts";

export const createMigrateCommand: CommandFactory = ({ loadInstallation, print }) =>
  new Command("migrate")
    .description("bring the storage to the layout of this version, creating it if need be")
    .option("--drop-old", "also drop indexes of older versions; no process of one may run any more")
    .action(async ({ dropOld = false }: { readonly dropOld?: boolean }) => {
      const { config, plugins } = await loadInstallation();
      const { openAccounts, openStorage } = await import("../storage/open-storage.ts");
      // Opening migrates.
      const storage = await openStorage(config, { plugins });
      try {
        await openAccounts(storage.store);
        if (config.media === undefined) await storage.openBlobStore?.();
        print(`The storage ${withoutCredentials(config.storage)} is up to date.`);
        const old = await (dropOld ? storage.dropOldIndexes : storage.listOldIndexes)?.();
        for (const name of old ?? [])
          print(
            dropOld
              ? `Dropped the index ${name}.`
              : `The index ${name} is of an older version: --drop-old drops it.`,
          );
      } finally {
        await storage.store.close();
      }
    });
