import type { Command } from "commander";
import type { Installation } from "../configuration/installation.ts";
import type { OutputStream } from "../logging/pino-logger.ts";

/** What a command may know of the process it runs in. */
export interface CommandContext {
  /**
   * The configuration and its plugins, read once; warnings are told on the error output. Rejects with an `OperatorError`.
   */
  loadInstallation(): Promise<Installation>;
  /** Resolves when somebody asks the process to stop. */
  untilStopped(): Promise<void>;
  /** One line on the standard output. */
  print(line: string): void;
  /** One line on the error output. */
  warn(line: string): void;
  /** The only line that is piped in; absent when the standard input is a terminal. */
  readonly readInputLine?: () => Promise<string>;
  /** What is typed in answer to each question, without being shown; absent without a terminal. */
  readonly askSecrets?: (questions: readonly string[]) => Promise<readonly string[]>;
  /** The error output, for the log: the standard output belongs to the command. */
  readonly stderr: OutputStream;
  /** Replaces the text of the terminal's current line; absent when the error output is no terminal. */
  readonly rewriteLine?: (text: string) => void;
}

/** Makes one command of the command line; whatever is heavy is imported when it runs. */
export type CommandFactory = (context: CommandContext) => Command;
