import { type Command, Option } from "commander";
import { OperatorError } from "../operator-error.ts";
import type { CommandContext } from "./command-context.ts";

/** How somebody says which application password to use; none of them: one is generated. */
export interface PasswordOptions {
  readonly password?: string;
  readonly passwordPrompt?: true;
  readonly passwordStdin?: true;
}

/** Each option excludes the others. */
export const addPasswordOptions = (command: Command): Command =>
  command
    .addOption(
      new Option("--password-prompt", "ask for the application password instead of generating one").conflicts(
        ["password", "passwordStdin"],
      ),
    )
    .addOption(
      new Option("--password-stdin", "read it from the standard input: one line").conflicts("password"),
    )
    .option("--password <text>", "for scripts: the text itself, which other users of this computer may see");

/** The password somebody gives; `undefined` when one is to be generated. */
export const readGivenPassword = async (
  { password, passwordPrompt, passwordStdin }: PasswordOptions,
  { askSecrets, readInputLine }: CommandContext,
): Promise<string | undefined> => {
  if (passwordPrompt) {
    if (askSecrets === undefined) {
      throw new OperatorError(["There is no terminal to ask at; --password-stdin reads what is piped in"]);
    }
    const [first, second] = await askSecrets(["Application password: ", "The same once more: "]);
    if (first !== second) throw new OperatorError(["The two passwords differ"]);
    return first;
  }
  if (passwordStdin) {
    if (readInputLine === undefined) {
      throw new OperatorError(["Nothing is piped in; --password-prompt asks at the terminal"]);
    }
    return readInputLine();
  }
  return password;
};
