import { Command, InvalidArgumentError } from "commander";
import { systemClock } from "../jobs/timers.ts";
import { type CommandFactory, countOf, withStorage } from "./command-context.ts";
import { NOTIFY, withOutbox } from "./notify-option.ts";
import { createProgress } from "./progress.ts";

const MAX_EVENTS = 10_000_000;

interface SeedOptions {
  readonly events: number;
  readonly series: number;
  readonly seed: number;
  readonly from?: string;
  readonly tell?: true;
}

const wholeNumber = (text: string): number => {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number > MAX_EVENTS) {
    throw new InvalidArgumentError(`It must be a whole number from 0 to ${MAX_EVENTS}.`);
  }
  return number;
};

const isoDate = (text: string): string => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(text))) {
    throw new InvalidArgumentError("It must be a date of the form YYYY-MM-DD.");
  }
  return text;
};

export const createSeedCommand: CommandFactory = (context) =>
  new Command("seed")
    .description("fill the storage with plausible, reproducible records")
    .requiredOption(
      "--events <number>",
      "number of events; venues, organizers and terms are added to match",
      wholeNumber,
    )
    .option("--series <number>", "number of additional recurring events", wholeNumber, 0)
    .option("--seed <number>", "seed; the same seed creates the same records", wholeNumber, 1)
    .option("--from <date>", "first day with events, ten per day (default: a month ago)", isoDate)
    .option("--tell", NOTIFY)
    .action(({ events, series, seed, from, tell }: SeedOptions) =>
      withStorage(context, {}, async ({ config, store, loadEvents }) => {
        const { seedStore } = await import("../seed/seed.ts");
        const progress = createProgress(context, { nouns: "events", total: events });
        await loadEvents(events, async () =>
          seedStore({
            store: tell ? await withOutbox(store) : store,
            site: config,
            clock: systemClock,
            events,
            series,
            seed,
            from: from ?? aMonthBefore(systemClock.now()),
            onProgress: progress.at,
          }),
        );
        progress.end();
        const recurring = series > 0 ? ` and ${series} series` : "";
        context.print(`Seeded ${countOf(events, "events")}${recurring}.`);
      }),
    );

const aMonthBefore = (now: number): string =>
  new Date(now - 30 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
