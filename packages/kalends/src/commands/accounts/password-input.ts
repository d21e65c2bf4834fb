import { isUtf8 } from "node:buffer";
import { createInterface } from "node:readline";
import { type Command, Option } from "commander";
import type { OutputStream } from "../../logging/pino-logger.ts";
import { OperatorError } from "../../operator-error.ts";
import type { CommandContext } from "../command-context.ts";

/** Options for entering an application password. Without any of them, the command generates a password. */
export interface PasswordOptions {
  readonly password?: string;
  readonly passwordPrompt?: true;
  readonly passwordStdin?: true;
}

/** Adds the password options to a command. Only one of them may be used. */
export const addPasswordOptions = (command: Command): Command =>
  command
    .addOption(
      new Option(
        "--password-prompt",
        "prompt for the application password instead of generating one",
      ).conflicts(["password", "passwordStdin"]),
    )
    .addOption(new Option("--password-stdin", "read it from standard input, one line").conflicts("password"))
    .option("--password <text>", "for scripts: the password itself; other users of this computer may see it");

/** Reads the password that the user supplies. Returns `undefined` if the command should generate one. */
export const readPassword = async (
  { password, passwordPrompt, passwordStdin }: PasswordOptions,
  { stdin, stderr }: CommandContext,
): Promise<string | undefined> => {
  if (passwordPrompt) {
    if (!stdin.isTTY) {
      throw new OperatorError([
        "Cannot ask for a password without a terminal: pipe it in with --password-stdin",
      ]);
    }
    const terminal = { input: stdin, output: stderr };
    const [first, second] = await promptSecrets(terminal, ["Application password: ", "The same once more: "]);
    if (first !== second) throw new OperatorError(["The two passwords differ: run the command again"]);
    return first;
  }
  if (passwordStdin) {
    if (stdin.isTTY)
      throw new OperatorError(["No password is piped in: use --password-prompt to type it at the terminal"]);
    return readInputLine(stdin);
  }
  return password;
};

export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: Pick<OutputStream, "write">;
}

/**
 * Asks questions one after the other without showing the typed text. Rejects with an `OperatorError` if the
 * input ends early.
 */
export const promptSecrets = (
  { input, output }: Terminal,
  questions: readonly string[],
): Promise<readonly string[]> =>
  new Promise((resolve, reject) => {
    const answers: string[] = [];
    // Without an output stream, readline supports editing the line but shows nothing.
    const lines = createInterface({ input, terminal: true, historySize: 0 });
    const askNext = (): void => {
      const question = questions[answers.length];
      if (question === undefined) lines.close();
      else output.write(question);
    };
    lines.on("line", (line) => {
      if (answers.length === questions.length) return;
      answers.push(line);
      output.write("\n");
      askNext();
    });
    lines.once("SIGINT", () => lines.close());
    lines.once("close", () => {
      if (answers.length === questions.length) return resolve(answers);
      output.write("\n");
      reject(new OperatorError(["Nothing was entered"]));
    });
    askNext();
  });

const MAX_BYTES = 64 * 1024;

/**
 * Reads a stream that contains a single line. Returns the line without its line break. Rejects with an
 * `OperatorError` for several lines, for more than 64 KiB, and for text that is not UTF-8.
 */
export const readInputLine = async (stream: AsyncIterable<Uint8Array | string>): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    length += bytes.length;
    if (length > MAX_BYTES)
      throw new OperatorError(["The standard input is too long: give only the password, in one line"]);
  }
  const bytes = Buffer.concat(chunks);
  if (!isUtf8(bytes))
    throw new OperatorError(["The standard input is not UTF-8 text: give the password in UTF-8"]);
  const line = new TextDecoder().decode(bytes).replace(/\r?\n$/, "");
  if (/[\r\n]/.test(line))
    throw new OperatorError([
      "The standard input has more than one line: give only the password, in one line",
    ]);
  return line;
};
