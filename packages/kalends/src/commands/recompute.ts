import { Command } from "commander";
import { toSiteSettings } from "../configuration/site-settings.ts";
import { systemClock, systemTimers } from "../jobs/timers.ts";
import { SILENT_LOGGER } from "../logging/loggers.ts";
import { OperatorError } from "../operator-error.ts";
import { type CommandFactory, countOf, withStorage } from "./command-context.ts";
import { keepingChanges, TELL } from "./tell-option.ts";

export const createRecomputeCommand: CommandFactory = (context) =>
  new Command("recompute")
    .description("compute times in UTC and occurrences anew with the time zone data of this version")
    .option("--tell", TELL)
    .action(({ tell }: { tell?: true }) =>
      withStorage(context, { create: false }, async ({ config, store }) => {
        const [{ createPostStatuses, createRecompute, ZONE_DATA_VERSION }, { createRunLeased }, ...ours] =
          await Promise.all([
            import("@kalends/core"),
            import("../jobs/run-leased.ts"),
            import("../recurrence/zone-data.ts"),
            import("../recurrence/moved-events.ts"),
          ]);
        const [{ zoneDataOf }, { describeMoved }] = ours;
        const zones = zoneDataOf(store);
        const known = await zones.find();
        if (known !== undefined && known > ZONE_DATA_VERSION)
          throw new OperatorError([
            `The times were computed with the zone data ${known}; this version has ${ZONE_DATA_VERSION}.`,
          ]);
        const deps = { clock: systemClock, timers: systemTimers, logger: SILENT_LOGGER };
        const recompute = createRecompute({
          ...deps,
          store: tell ? await keepingChanges(store) : store,
          site: toSiteSettings(config),
          postStatuses: createPostStatuses([]),
        });
        const isDone = await createRunLeased({ ...deps, store })("calendar/recompute", async (run) => {
          const moved = await recompute(run);
          if (run.isStopping()) throw new OperatorError(["The storage gave the work to another process."]);
          await zones.note(ZONE_DATA_VERSION);
          for (const event of moved) context.print(describeMoved(event));
          context.print(`Computed times anew with ${ZONE_DATA_VERSION}: ${countOf(moved.length, "events")} moved.`);
        });
        if (!isDone) throw new OperatorError(["Another process is at it."]);
      }),
    );
