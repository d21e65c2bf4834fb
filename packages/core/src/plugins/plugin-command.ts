import type { PluginDeps } from "./plugin-deps.ts";

export interface CommandArgument {
  readonly name: string;
  readonly description: string;
  /** Absent: it must be given. */
  readonly optional?: boolean;
}

export interface CommandOption {
  /** Without the `--`: lower-case letters, digits and `-`; not `help`, and nothing that begins with `no-`. */
  readonly name: string;
  readonly description: string;
  /** How its value is called in the help; absent: a switch. */
  readonly value?: string;
  readonly default?: string;
}

/** What a command is called with. */
export interface CommandCall {
  /** Texts by the names of the arguments; what was left out is absent. */
  readonly arguments: Readonly<Record<string, string>>;
  /** Texts, or `true` for switches, by the names of the options. */
  readonly options: Readonly<Record<string, string | boolean>>;
  /** One line on the standard output. */
  print(line: string): void;
  /** One line on the error output. */
  warn(line: string): void;
}

/** A command of the command line, `kalends NAME`. The storage is open while it runs. */
export interface PluginCommand {
  /** Lower-case letters, digits and `-`; not the name of another command. */
  readonly name: string;
  readonly description: string;
  readonly arguments?: readonly CommandArgument[];
  readonly options?: readonly CommandOption[];
  /** An `Error` ends the command with exit code 1 and its message as one line. */
  run(call: CommandCall, deps: PluginDeps): Promise<void>;
}
