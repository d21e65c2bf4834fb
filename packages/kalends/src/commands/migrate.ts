import { Command } from "commander";
import { withoutCredentials } from "../storage-schemes.ts";
import type { CommandFactory } from "./command-context.ts";

export const createMigrateCommand: CommandFactory = ({ loadInstallation, print }) =>
  new Command("migrate")
    .description("bring the storage to the layout of this version, creating it if need be")
    .action(async () => {
      const { config, plugins } = await loadInstallation();
      const { openStorage } = await import("../open-storage.ts");
      // Opening migrates.
      const { store, openBlobStore } = await openStorage(config, { plugins });
      try {
        if (config.media === undefined) await openBlobStore?.();
      } finally {
        await store.close();
      }
      print(`The storage ${withoutCredentials(config.storage)} is up to date.`);
    });
