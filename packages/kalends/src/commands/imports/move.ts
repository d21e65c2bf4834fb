import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import { Command, Option } from "commander";
import { addImportSourceOptions, type ImportSourceOptions } from "../../import/import-source-options.ts";
import { openLive } from "../../import/live/open-live.ts";
import { zoneDifference } from "../../import/live/zone-difference.ts";
import { requireNoPassword } from "../../import/sources/import-source.ts";
import { messageOf, OperatorError } from "../../operator-error.ts";
import type { CommandContext, CommandFactory } from "../command-context.ts";
import { promptLine } from "../prompt-line.ts";

import { importPlaces } from "./import.ts";
import { printRedirects, REDIRECT_PROGRAMS, type RedirectProgram } from "./redirects.ts";
import { verifyPlaces } from "./verify.ts";

interface MoveOptions extends ImportSourceOptions {
  readonly format: RedirectProgram;
  readonly yes?: true;
  readonly keepTimezone?: true;
}

/** Name of the report that the command writes into the working directory. */
const IMPORT_REPORT = "import.html";
const VERIFY_REPORT = "verify.html";
const REDIRECT_FILES: Readonly<Record<RedirectProgram, string>> = {
  nginx: "redirects.conf",
  apache: "redirects.htaccess",
  caddy: "redirects.caddy",
  csv: "redirects.csv",
};

export const createMoveCommand: CommandFactory = (context) => {
  const command = new Command("move")
    .description(
      `move a calendar from a live server: dry run, import, comparison and redirects, asking before each step; writes ${IMPORT_REPORT}, ${VERIFY_REPORT} and the redirects into the working directory`,
    )
    .argument("<address>", "the address of a live server with this API, or of its site")
    .addOption(
      new Option("--format <name>", "the program that serves the redirects")
        .choices(REDIRECT_PROGRAMS)
        .default("nginx"),
    )
    .option("--yes", "for scripts: ask nothing, and continue if records fail; the exit code is then 1")
    .option("--keep-timezone", "with --yes: continue even if the old site has another time zone")
    .option("--restart", "read the live server from its beginning, although a run was broken off");
  return addImportSourceOptions(command).action((address: string, options: MoveOptions) =>
    moveFrom(context, address, options),
  );
};

/** Step of a move, and the question that the command asks before it. */
interface Step {
  readonly title: string;
  readonly question: string;
  run(): Promise<void>;
}

/**
 * Runs the steps of a move in order. If a step is interrupted, the next run continues it, because imports can
 * be resumed. Rejects with an `OperatorError` that names the steps with failures.
 * Source: rules/choices.md#import-move.
 */
const moveFrom = async (
  context: CommandContext,
  address: string,
  { format, yes, keepTimezone, ...given }: MoveOptions,
): Promise<void> => {
  requireNoPassword(address);
  if (!yes && !context.stdin.isTTY)
    throw new OperatorError(["Cannot ask before each step without a terminal: give --yes."]);
  const options = { ...given, ...(await passwordOf(context, given)) };
  await requireZone(context, address, { ...options, asks: !yes, keeps: keepTimezone === true });
  const places = [address];
  const live = { ...options, format: "live" };
  const redirects = REDIRECT_FILES[format];
  const { dryRun: _, ...imported } = live;
  const steps: readonly Step[] = [
    {
      title: "Dry run",
      question: "Read the old site and report what would be imported? Nothing is written.",
      run: () => importPlaces(context, places, { ...live, dryRun: true }),
    },
    {
      title: "Import",
      question: `Import now? The report is ${IMPORT_REPORT}.`,
      run: () => importPlaces(context, places, { ...imported, report: IMPORT_REPORT }),
    },
    {
      title: "Comparison",
      question: `Compare every record with the old site? The report is ${VERIFY_REPORT}.`,
      run: () => verifyPlaces(context, places, { ...live, report: VERIFY_REPORT }),
    },
    {
      title: "Redirects",
      question: `Write redirects for ${format} into ${redirects}?`,
      run: () => writeRedirectFile(context, format, redirects),
    },
  ];
  const failed: string[] = [];
  for (const [index, step] of steps.entries()) {
    context.print(`Step ${index + 1} of ${steps.length}: ${step.title}`);
    if (!yes && !(await agrees(context, step.question))) {
      context.print(
        `Stopped before this step. Run the same command to continue; records imported already are not imported again.`,
      );
      break;
    }
    try {
      await step.run();
    } catch (error) {
      // Run the remaining steps too. Their results show the state of the records that failed.
      if (!(error instanceof OperatorError)) throw error;
      for (const problem of error.problems) context.warn(problem);
      failed.push(step.title);
    }
  }
  if (failed.length > 0)
    throw new OperatorError([
      `Not everything succeeded: ${failed.join(", ")}. See the reports and the lines above.`,
    ]);
};

/** Reads the password once, so that the user is not asked in each step. */
const passwordOf = async (
  context: CommandContext,
  { user, passwordStdin }: ImportSourceOptions,
): Promise<{ readonly password?: string }> => {
  if (user === undefined) return {};
  const { readImportPassword } = await import("../../import/live/import-password.ts");
  return { password: await readImportPassword({ ...(passwordStdin && { passwordStdin }) }, context) };
};

/**
 * Throws an `OperatorError` if the time zones of the two sites differ and nobody is asked before each step.
 * Does nothing with `--keep-timezone`, or if the user is asked, because the user then sees a warning.
 */
const requireZone = async (
  context: CommandContext,
  address: string,
  { asks, keeps, ...options }: ImportSourceOptions & { readonly asks: boolean; readonly keeps: boolean },
): Promise<void> => {
  if (asks || keeps) return;
  const { config } = await context.loadInstallation();
  const source = await openLive(context, address, options);
  const difference = await zoneDifference(source, config.timezone);
  if (difference !== undefined)
    throw new OperatorError([`${difference} To keep the time zone of this calendar, give --keep-timezone.`]);
};

const agrees = async (context: CommandContext, question: string): Promise<boolean> =>
  /^(?:y|yes)$/i.test((await promptLine(context, `${question} [y/N] `)).trim());

const writeRedirectFile = async (
  context: CommandContext,
  format: RedirectProgram,
  path: string,
): Promise<void> => {
  const file = createWriteStream(path);
  let written = 0;
  try {
    await printRedirects(context, { format }, (line) => {
      written += 1;
      file.write(`${line}\n`);
    });
  } finally {
    file.end();
    await finished(file).catch((error: unknown) => {
      throw new OperatorError([`Cannot write ${path}: ${messageOf(error)}.`]);
    });
  }
  context.print(`Wrote ${written} lines to ${path}.`);
};
