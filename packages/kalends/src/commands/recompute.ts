import type { MovedEvent } from "@kalends/core/interface";
import { Command } from "commander";
import { toSiteSettings } from "../configuration/site-settings.ts";
import { systemClock, systemTimers } from "../jobs/timers.ts";
import { createLogger } from "../logging/loggers.ts";
import { messageOf, OperatorError } from "../operator-error.ts";
import { type CommandFactory, countOf, withStorage } from "./command-context.ts";
import { NOTIFY, withOutbox } from "./notify-option.ts";

export const createRecomputeCommand: CommandFactory = (context) =>
  new Command("recompute")
    .description("recompute UTC times and occurrences with the time zone data of this version")
    .option("--tell", NOTIFY)
    .action(({ tell }: { tell?: true }) =>
      withStorage(context, { create: false }, async ({ config, store }) => {
        const [core, { createRunLeased }, { zoneDataOf }] = await Promise.all([
          import("@kalends/core/interface"),
          import("../jobs/run-leased.ts"),
          import("../recurrence/zone-data.ts"),
        ]);
        const { createPostStatuses, createRecompute, ZONE_DATA_VERSION } = core;
        const zones = zoneDataOf(store);
        const known = await zones.find();
        if (known !== undefined && known > ZONE_DATA_VERSION)
          throw new OperatorError([
            `The times were computed with newer time zone data (${known}) than this version has (${ZONE_DATA_VERSION}): use a newer version of Kalends.`,
          ]);
        // Print the errors that `recompute` logs, such as the error of a single event.
        const logger = createLogger((level, message, fields) => {
          if (level === "error") context.warn(`${message} (${messageOf(fields?.error)})`);
        });
        const deps = { clock: systemClock, timers: systemTimers, logger };
        const recompute = createRecompute({
          ...deps,
          store: tell ? await withOutbox(store) : store,
          site: toSiteSettings(config),
          postStatuses: createPostStatuses([]),
        });
        const isDone = await createRunLeased({ ...deps, store })("calendar/recompute", async (run) => {
          const moved = await recompute({
            isStopping: run.isStopping,
            onBatch: async (_lastId, batch) => {
              for (const event of batch) context.print(describeMoved(event));
            },
          });
          if (run.isStopping())
            throw new OperatorError([
              "Stopped: another process has taken the lease of this work. Run the command again later.",
            ]);
          await zones.note(ZONE_DATA_VERSION);
          context.print(
            `Recomputed times with time zone data ${ZONE_DATA_VERSION}: ${countOf(moved, "events")} moved.`,
          );
        });
        if (!isDone)
          throw new OperatorError(["Another process is doing this already. Run the command again later."]);
      }),
    );

const describeMoved = ({ id, before, after }: MovedEvent): string =>
  `event ${id}: ${before.start} ${before.timezone} (${before.utcStart} UTC) is ${after.start} (${after.utcStart} UTC)`;
