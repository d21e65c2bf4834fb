import { promptSecrets, readInputLine } from "../../commands/accounts/password-input.ts";
import type { CommandContext } from "../../commands/command-context.ts";
import { IMPORT_PASSWORD } from "../../configuration/settings.ts";
import { OperatorError } from "../../operator-error.ts";
import type { LiveOptions } from "./live-options.ts";

/**
 * Returns the application password for `--user`. It comes from standard input, from the environment or from a
 * prompt. Rejects with an `OperatorError` if none of these supplies it.
 * Source: rules/choices.md#import-passwords.
 */
export const readImportPassword = async (
  { passwordStdin }: Pick<LiveOptions, "passwordStdin">,
  { stdin, stderr, env }: Pick<CommandContext, "stdin" | "stderr" | "env">,
): Promise<string> => {
  if (passwordStdin) return readInputLine(stdin);
  const given = env[IMPORT_PASSWORD];
  if (given) return given;
  if (!stdin.isTTY)
    throw new OperatorError([
      `Cannot ask for the password without a terminal: pipe it in with --password-stdin, or set ${IMPORT_PASSWORD}`,
    ]);
  const [password = ""] = await promptSecrets({ input: stdin, output: stderr }, ["Application password: "]);
  return password;
};
