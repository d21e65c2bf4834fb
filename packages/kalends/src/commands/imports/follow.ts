import { Command, InvalidArgumentError, Option } from "commander";
import type { FollowOptions } from "../../import/follow/follow-source.ts";
import { addImportSourceOptions } from "../../import/import-source-options.ts";
import { requireNoPassword } from "../../import/sources/import-source.ts";
import { systemClock, systemTimers } from "../../jobs/timers.ts";
import { createLogger } from "../../logging/loggers.ts";
import { OperatorError } from "../../operator-error.ts";
import { type CommandContext, type CommandFactory, withStorage } from "../command-context.ts";

interface Options extends FollowOptions {
  /** Pause between two rounds, in milliseconds. */
  readonly every: number;
  readonly once?: true;
}

const UNITS = { s: 1000, m: 60_000, h: 3_600_000 } as const;
const MAX_INTERVAL = 24 * UNITS.h;

/** Parses a duration such as `90s`, `5m` or `1h`. Returns milliseconds. */
const toPause = (text: string): number => {
  const [, number = "", unit = ""] = /^(\d{1,5})([smh])$/.exec(text) ?? [];
  const pause = Number(number) * (UNITS[unit as keyof typeof UNITS] ?? 0);
  if (pause >= UNITS.s && pause <= MAX_INTERVAL) return pause;
  throw new InvalidArgumentError("It must be a number of seconds, minutes or hours, such as 90s, 5m or 1h.");
};

export const createFollowCommand: CommandFactory = (context) => {
  const command = new Command("follow")
    .description("import the changes of a live server repeatedly, until interrupted")
    .argument("<address>", "the address of a live server with this API, or of its site")
    .addOption(
      new Option("--every <time>", "pause after each round: 90s, 5m, 1h")
        .argParser(toPause)
        .default(5 * UNITS.m, "5m"),
    )
    .option("--once", "run only one round")
    .option("--force", "remove records that disappeared there, even if they are more than 5 % of a list")
    .option(
      "--report <file>",
      "write the outcome of each record in a round: JSON lines (.jsonl) or a web page (.html)",
    );
  return addImportSourceOptions(command).action((address: string, options: Options) => {
    requireNoPassword(address);
    return withStorage(context, { create: false }, async (storage) => {
      const [{ createFollow }, { createRunLeased }, { readImportPassword }] = await Promise.all([
        import("../../import/follow/follow-source.ts"),
        import("../../jobs/run-leased.ts"),
        import("../../import/live/import-password.ts"),
      ]);
      const { user } = options;
      // Read the password once, so that the user is not asked in each round.
      const password = user === undefined ? undefined : await readImportPassword(options, context);
      const known = { ...options, ...(password !== undefined && { password }) };
      const stop = stopOf(context);
      const logger = createLogger((_level, message) => context.warn(message));
      const runLeased = createRunLeased({
        ...{ clock: systemClock, timers: systemTimers },
        logger,
        ...storage,
      });
      const isDone = await runLeased(
        "calendar/follow",
        async ({ isStopping }) => {
          const round = createFollow({ context, storage, address, options: known, isStopping });
          await (options.once
            ? runOnce(round)
            : runRounds(round, options.every, { context, stop, isStopping }));
          if (isStopping() && !stop.isStopped())
            throw new OperatorError([
              "Stopped: another process has taken the lease of this work. Run the command again later.",
            ]);
        },
        { isStopped: stop.isStopped },
      );
      if (!isDone)
        throw new OperatorError(["Another process is doing this already. Run the command again later."]);
    });
  });
};

type Round = () => Promise<string | undefined>;

const runOnce = async (round: Round): Promise<void> => {
  const problem = await round();
  if (problem !== undefined) throw new OperatorError([problem]);
};

interface Rounds {
  readonly context: CommandContext;
  readonly stop: Stop;
  isStopping(): boolean;
}

/**
 * Runs rounds until the process stops. If the source cannot be read in a round, reports this and tries again
 * in the next round, because the source may be down temporarily. If no round of this command has read the
 * source yet, the command ends instead, because the address may be wrong.
 */
const runRounds = async (
  round: Round,
  pause: number,
  { context, stop, isStopping }: Rounds,
): Promise<void> => {
  const { ImportError } = await import("@kalends/import");
  let hasBeenRead = false;
  while (!isStopping()) {
    try {
      const problem = await round();
      hasBeenRead = true;
      if (problem !== undefined) context.warn(problem);
    } catch (error) {
      if (!(error instanceof ImportError) || !hasBeenRead) throw error;
      context.warn(error.message);
    }
    if (!isStopping()) await stop.within(pause);
  }
};

interface Stop {
  isStopped(): boolean;
  /** Resolves after the given number of milliseconds, or earlier if the process receives a stop signal. */
  within(milliseconds: number): Promise<void>;
}

const stopOf = ({ untilStopped }: CommandContext): Stop => {
  let isStopped = false;
  const stopped = untilStopped().then(() => {
    isStopped = true;
  });
  return {
    isStopped: () => isStopped,
    async within(milliseconds) {
      let cancel = (): void => {};
      const passed = new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        cancel = () => clearTimeout(timer);
      });
      await Promise.race([passed, stopped]);
      cancel();
    },
  };
};
