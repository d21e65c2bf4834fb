import { Command } from "commander";
import { withoutCredentials } from "../../storage/storage-schemes.ts";
import { type CommandFactory, withStorage } from "../command-context.ts";

export const createMigrateCommand: CommandFactory = (context) =>
  new Command("migrate")
    .description("migrate the storage to the layout of this version; creates it if missing")
    .option(
      "--drop-old",
      "also drop indexes of older versions and of another display zone; stop all processes that use them first",
    )
    .action(({ dropOld = false }: { readonly dropOld?: boolean }) =>
      // Opening the storage migrates its layout.
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
                : `The index ${name} belongs to an older version or another display zone: use --drop-old to drop it.`,
            );
          }
        },
      ),
    );
