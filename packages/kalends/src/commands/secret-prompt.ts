import { createInterface } from "node:readline";
import type { OutputStream } from "../logging/pino-logger.ts";
import { OperatorError } from "../operator-error.ts";

export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: Pick<OutputStream, "write">;
}

/** Asks one question after the other; what is typed is not shown. An `OperatorError` when it is broken off. */
export const askSecrets = (
  { input, output }: Terminal,
  questions: readonly string[],
): Promise<readonly string[]> =>
  new Promise((resolve, reject) => {
    const answers: string[] = [];
    // Without an output of its own it edits the line as ever, but shows nothing.
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
