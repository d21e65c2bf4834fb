import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

/** The lines of a file that are not blank, each with its place from 0. */
export async function* readLines(
  file: string,
): AsyncGenerator<{ readonly index: number; readonly text: string }> {
  let index = 0;
  const input = createReadStream(file, "utf8");
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (text.trim() !== "") yield { index, text };
    index += 1;
  }
}

/** `undefined`: it is no JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
