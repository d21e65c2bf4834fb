import { Command } from "commander";
import { messageOf, OperatorError } from "../../operator-error.ts";
import { withoutCredentials } from "../../storage/storage-schemes.ts";
import { type CommandFactory, withStorage } from "../command-context.ts";

export const createShardCommand: CommandFactory = (context) =>
  new Command("shard")
    .description("print mongosh commands that spread the storage over a sharded MongoDB cluster")
    .option("--apply", "run these commands; the storage address must be that of a mongos")
    .action(({ apply = false }: { readonly apply?: boolean }) =>
      withStorage(context, { create: false }, async ({ config, openBlobStore, planSharding }) => {
        if (planSharding === undefined) {
          const storage = withoutCredentials(config.storage);
          throw new OperatorError([`Only a storage on MongoDB can be sharded; this one is ${storage}`]);
        }
        const withFiles = config.media === undefined;
        // Open the storage of image files, because this creates the collections to shard.
        if (withFiles) await openBlobStore?.();
        const plan = planSharding(withFiles);
        if (!apply) for (const line of plan.commands) context.print(line);
        else
          await plan
            .apply((line) => context.print(`Done: ${line}`))
            .catch((error: unknown) => {
              throw new OperatorError([messageOf(error)]);
            });
      }),
    );
