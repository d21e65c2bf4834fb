import { Command, type CommanderError } from "commander";
import type { CommandContext } from "./commands/command-context.ts";
import { COMMANDS } from "./commands/command-list.ts";
import { createPluginCommands } from "./commands/plugin-commands.ts";
import { hasPlugins, loadInstallation } from "./configuration/config.ts";
import { BUILT_IN_COMMANDS, type Installation } from "./configuration/installation.ts";
import { OperatorError } from "./operator-error.ts";
import { VERSION } from "./version.ts";

const FAILED = 1;
const MISUSED = 2;
const LEFTOVER_MS = 1000;
const SIGNALS = ["SIGINT", "SIGTERM"] as const;

let installation: Promise<Installation> | undefined;

const context: CommandContext = {
  loadInstallation() {
    installation ??= loadInstallation((warning) => context.warn(`warning: ${warning}`));
    return installation;
  },
  untilStopped: () =>
    new Promise((resolve) => {
      const stop = (): void => {
        // The second signal finds nobody listening any more and ends the process at once.
        for (const signal of SIGNALS) process.removeListener(signal, stop);
        resolve();
      };
      for (const signal of SIGNALS) process.on(signal, stop);
    }),
  print: (line) => process.stdout.write(`${line}\n`),
  warn: (line) => process.stderr.write(`kalends: ${line}\n`),
  ...(process.stderr.isTTY && { terminal: { hasColours: process.stderr.hasColors() } }),
  ...(process.stdin.isTTY
    ? {
        async askSecrets(questions: readonly string[]) {
          const { askSecrets } = await import("./commands/secret-prompt.ts");
          return askSecrets({ input: process.stdin, output: process.stderr }, questions);
        },
      }
    : {
        async readInputLine() {
          const { readInputLine } = await import("./commands/input-line.ts");
          return readInputLine(process.stdin);
        },
      }),
  ...(process.stderr.isTTY && { rewriteLine: (text: string) => process.stderr.write(`\r\u001b[K${text}`) }),
};

/** Wrong usage is answered with the help, and by an exception here instead of the end of the process. */
const strict = (command: Command): Command => {
  command.exitOverride().showHelpAfterError(true);
  for (const nested of command.commands) strict(nested);
  return command;
};

/**
 * The commands of plugins, which are loaded for them unless the first word is a command of ours. Plugins that cannot be
 * loaded leave the others and the help to be used.
 */
const pluginCommands = async (): Promise<readonly Command[]> => {
  if (BUILT_IN_COMMANDS.includes(process.argv[2] ?? "") || !hasPlugins()) return [];
  try {
    return createPluginCommands((await context.loadInstallation()).plugins, context);
  } catch (error) {
    for (const problem of problemsOf(error)) context.warn(problem);
    return [];
  }
};

const createProgram = async (): Promise<Command> => {
  const program = new Command("kalends")
    .description("A calendar server: events, venues, organizers, categories and tags over REST")
    .version(VERSION)
    .addHelpText(
      "after",
      "\nSettings come from the environment and kalends.config.json: see `kalends serve --help`.",
    );
  for (const create of COMMANDS) program.addCommand(create(context));
  for (const command of await pluginCommands()) program.addCommand(command);
  return strict(program);
};

const run = async (): Promise<number> => {
  try {
    const program = await createProgram();
    await program.parseAsync(process.argv);
    return 0;
  } catch (error) {
    if (isMisuse(error)) return error.exitCode === 0 ? 0 : MISUSED;
    for (const problem of problemsOf(error)) context.warn(problem);
    return FAILED;
  }
};

/** Thrown by the command line, also where it has only printed its help or its version. */
const isMisuse = (error: unknown): error is CommanderError =>
  error instanceof Error && "code" in error && String(error.code).startsWith("commander.");

/** What is not for the person at the terminal to mend is thrown again. */
const problemsOf = (error: unknown): readonly string[] => {
  if (error instanceof OperatorError) return error.problems;
  if (isSystemError(error)) return [error.message];
  if (isStorageFailure(error)) {
    const { cause } = error;
    return [`The storage does not answer: ${cause instanceof Error ? cause.message : error.message}`];
  }
  throw error;
};

/** Such as a database that is damaged: only what is read shows it. */
const isStorageFailure = (error: unknown): error is Error =>
  error instanceof Error && "code" in error && error.code === "rest_storage_unavailable";

/** The system refused something, such as to read a file; its message names the reason and the file. */
const isSystemError = (error: unknown): error is Error =>
  error instanceof Error && "code" in error && "syscall" in error && typeof error.syscall === "string";

// Whoever read the output may go (`kalends serve | head`): that is no reason to stop.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});
// Nor is a full disk where warnings go.
process.stderr.on("error", () => undefined);

process.exitCode = await run();
// Everything is closed by now; whatever still keeps the process alive does not get to.
setTimeout(() => process.exit(), LEFTOVER_MS).unref();
