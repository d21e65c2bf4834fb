import { once } from "node:events";
import { createInterface } from "node:readline";
import { toInertText } from "@kalends/core";
import type { CommandContext } from "./command-context.ts";

/** Asks a question on the terminal and returns the typed line. Returns `""` if the input ends. */
export const promptLine = async (
  { stdin, stderr }: Pick<CommandContext, "stdin" | "stderr">,
  question: string,
): Promise<string> => {
  stderr.write(toInertText(question));
  const lines = createInterface({ input: stdin, historySize: 0 });
  try {
    const [line] = await Promise.race([once(lines, "line"), once(lines, "close").then(() => [""])]);
    return String(line);
  } finally {
    lines.close();
  }
};
