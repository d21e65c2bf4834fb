import { Command, InvalidArgumentError } from "commander";
import type { CommandFactory } from "./command-context.ts";
import { countOf } from "./count-of.ts";

const MAX_EVENTS = 10_000_000;

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

export const createSeedCommand: CommandFactory = ({ loadInstallation, print, rewriteLine }) =>
  new Command("seed")
    .description("fill the storage with plausible, reproducible records")
    .requiredOption("--events <number>", "how many events; venues, organizers and terms follow", wholeNumber)
    .option("--seed <number>", "the same seed makes the same records", wholeNumber, 1)
    .option("--from <date>", "first day with events; ten start on each day (default: a month ago)", isoDate)
    .action(async (options: { events: number; seed: number; from?: string }) => {
      const { config, plugins } = await loadInstallation();
      const [{ openStorage }, { seedStore }, { systemClock }] = await Promise.all([
        import("../storage/open-storage.ts"),
        import("../seed/seed.ts"),
        import("../jobs/system-clock.ts"),
      ]);
      const { store } = await openStorage(config, { plugins });
      try {
        await seedStore({
          store,
          site: config,
          clock: systemClock,
          events: options.events,
          seed: options.seed,
          from: options.from ?? aMonthBefore(systemClock.now()),
          onProgress: (stored) => rewriteLine?.(`${stored} of ${countOf(options.events, "events")}`),
        });
      } finally {
        await store.close();
      }
      print(`Seeded ${countOf(options.events, "events")}.`);
    });

const aMonthBefore = (now: number): string =>
  new Date(now - 30 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
