import { Command } from "commander";
import { withoutCredentials } from "../../storage/storage-schemes.ts";
import { type CommandFactory, withStorage } from "../command-context.ts";

export const createMigrateCommand: CommandFactory = (context) =>
  new Command("migrate")
    .description("bring the storage to the layout of this version, creating it if need be")
    .option(
      "--drop-old",
      "also drop indexes of older versions and of another display zone; no process of one may run any more",
    )
    .action(({ dropOld = false }: { readonly dropOld?: boolean }) =>
      // Opening the storage runs the migration.
      withStorage(
        context,
        { migrate: true },
        async ({ config, openAccounts, openBlobStore, dropOldIndexes, listOldIndexes }) => {
          await openAccounts();
          if (config.media === undefined) await openBlobStore?.();
          context.print(`The storage ${withoutCredentials(config.storage)} is up to date.`);
          for (const name of (await (dropOld ? dropOldIndexes : listOldIndexes)?.()) ?? []) {
            context.print(
              dropOld
                ? `Dropped the index ${name}.`
                : `The index ${name} is of an older version or of another display zone: --drop-old drops it.`,
            );
          }
        },
      ),
    );
