import { Command, type CommanderError } from "commander";
import { createUserCommand } from "./commands/accounts/user.ts";
import { createAuditCommand } from "./commands/audit.ts";
import type { CommandContext, CommandFactory } from "./commands/command-context.ts";
import { createExportCommand } from "./commands/export.ts";
import { createFollowCommand } from "./commands/imports/follow.ts";
import { createImportCommand } from "./commands/imports/import.ts";
import { createMoveCommand } from "./commands/imports/move.ts";
import { createRedirectsCommand } from "./commands/imports/redirects.ts";
import { createVerifyCommand } from "./commands/imports/verify.ts";
import { createMailCommand } from "./commands/mail.ts";
import { createOutboxCommand } from "./commands/outbox.ts";
import { createEraseCommand } from "./commands/personal/erase.ts";
import { createPersonCommand } from "./commands/personal/person.ts";
import { createPluginCommand } from "./commands/plugin.ts";
import { createPluginCommands } from "./commands/plugin-commands.ts";
import { createRecomputeCommand } from "./commands/recompute.ts";
import { createSeedCommand } from "./commands/seed.ts";
import { createServeCommand } from "./commands/serve.ts";
import { createBackupCommand } from "./commands/storage/backup.ts";
import { createDoctorCommand } from "./commands/storage/doctor.ts";
import { createMigrateCommand } from "./commands/storage/migrate.ts";
import { createRestoreCommand } from "./commands/storage/restore.ts";
import { createShardCommand } from "./commands/storage/shard.ts";
import { createSweepCommand } from "./commands/storage/sweep.ts";
import { hasPlugins, loadInstallation } from "./configuration/config-file.ts";
import { BUILT_IN_COMMANDS, type Installation } from "./configuration/installation.ts";
import type { OutputStream } from "./logging/pino-logger.ts";
import { problemsOf } from "./operator-error.ts";
import { VERSION } from "./version.ts";

/**
 * Parts of the process that the command line uses. The command line also uses the working directory of the
 * process.
 */
export interface CommandProcess extends Pick<CommandContext, "stdin" | "stderr" | "untilStopped"> {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: OutputStream;
}

/** Commands in the order of the help. */
const COMMANDS: readonly CommandFactory[] = [
  createServeCommand,
  createMigrateCommand,
  createShardCommand,
  createSeedCommand,
  createMoveCommand,
  createImportCommand,
  createVerifyCommand,
  createFollowCommand,
  createRedirectsCommand,
  createExportCommand,
  createBackupCommand,
  createRestoreCommand,
  createDoctorCommand,
  createSweepCommand,
  createRecomputeCommand,
  createOutboxCommand,
  createAuditCommand,
  createMailCommand,
  createUserCommand,
  createPersonCommand,
  createEraseCommand,
  createPluginCommand,
];

const FAILED = 1;
const USAGE_ERROR = 2;

/**
 * Runs the command that the arguments name and returns the exit code. Rejects with errors that the operator
 * cannot fix.
 */
export const runCommandLine = async (argv: readonly string[], process: CommandProcess): Promise<number> => {
  const context = createContext(process);
  try {
    const program = await createProgram(argv, context, process);
    await program.parseAsync(argv, { from: "user" });
    return 0;
  } catch (error) {
    if (isUsageError(error)) return error.exitCode === 0 ? 0 : USAGE_ERROR;
    for (const problem of problemsOf(error)) context.warn(problem);
    return FAILED;
  }
};

const createContext = ({ env, stdin, stdout, stderr, untilStopped }: CommandProcess): CommandContext => {
  let installation: Promise<Installation> | undefined;
  let hasProgress = false;
  const replaceProgress = (text: string): void => {
    if (hasProgress || (text !== "" && stderr.isTTY)) stderr.write(`\r\u001b[K${text}`);
    hasProgress = text !== "" && stderr.isTTY === true;
  };
  const warn = (line: string): void => {
    replaceProgress("");
    stderr.write(`kalends: ${line}\n`);
  };
  return {
    loadInstallation(options = {}) {
      installation ??= loadInstallation({ ...env, ...options }, (warning) => warn(`warning: ${warning}`));
      return installation;
    },
    untilStopped,
    print(line) {
      replaceProgress("");
      stdout.write(`${line}\n`);
    },
    warn,
    // Cut the line at the terminal's width: a line that wraps could not be erased again.
    showProgress: (text) => replaceProgress([...text].slice(0, widthOf(stderr) - 1).join("")),
    ...{ env, stdin, stderr },
  };
};

const createProgram = async (
  argv: readonly string[],
  context: CommandContext,
  process: CommandProcess,
): Promise<Command> => {
  const program = new Command("kalends")
    .description("A calendar server: events, venues, organizers, categories and tags over REST")
    .version(VERSION)
    .addHelpText(
      "after",
      "\nSettings are read from the environment and kalends.config.json: see `kalends serve --help`.",
    );
  for (const create of COMMANDS) program.addCommand(create(context));
  for (const command of await loadPluginCommands(argv, context, process)) program.addCommand(command);
  return withinProcess(program, process);
};

/**
 * Returns the commands of plugins. Loads the plugins only if the first word is not a built-in command. If
 * plugins cannot be loaded, the built-in commands and the help still work.
 */
const loadPluginCommands = async (
  [first = ""]: readonly string[],
  context: CommandContext,
  { env }: CommandProcess,
): Promise<readonly Command[]> => {
  if (BUILT_IN_COMMANDS.includes(first) || !hasPlugins(env)) return [];
  try {
    return createPluginCommands((await context.loadInstallation()).plugins, context);
  } catch (error) {
    for (const problem of problemsOf(error)) context.warn(problem);
    return [];
  }
};

/**
 * Configures a command to write to the outputs of `process`. For wrong usage, the command then prints its
 * help and throws, instead of ending the process.
 */
const withinProcess = (command: Command, process: CommandProcess): Command => {
  const { stdout, stderr } = process;
  command
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
      getOutHelpWidth: () => widthOf(stdout),
      getErrHelpWidth: () => widthOf(stderr),
    })
    .exitOverride()
    .showHelpAfterError(true);
  for (const nested of command.commands) withinProcess(nested, process);
  return command;
};

/** Returns the width of a terminal in columns; 80 without a terminal, which is the default of commander. */
const widthOf = ({ isTTY, columns = 80 }: OutputStream): number => (isTTY ? columns : 80);

/** True for errors that commander throws, including those that only end the output of help or version. */
const isUsageError = (error: unknown): error is CommanderError =>
  error instanceof Error && "code" in error && String(error.code).startsWith("commander.");
