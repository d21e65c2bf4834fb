import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./published-packages.ts";

/** Code block of a document: a file to write, commands to run, or the expected output. */
export type Block =
  | { readonly kind: "file"; readonly path: string; readonly text: string }
  | { readonly kind: "command"; readonly text: string }
  | { readonly kind: "output"; readonly text: string };

const BLOCK = /^```(\w+)\n(.*?)^```/gms;

/**
 * Returns the code blocks of a document in order. A program gives the name of its file in a comment on the
 * first line. Each line of a shell block is a command, unless the line before ends with a backslash.
 */
export const blocksOf = (path: string): readonly Block[] =>
  [...readFileSync(join(ROOT, path), "utf8").matchAll(BLOCK)].flatMap(([, language, text = ""]): Block[] => {
    if (language === "sh")
      return text
        .split(/(?<!\\)\n/)
        .filter((command) => command !== "")
        .map((command) => ({ kind: "command", text: command }));
    const [, file] = /^\/\/ (\S+)\n/.exec(text) ?? [];
    if (file !== undefined) return [{ kind: "file", path: file, text }];
    if (language === "json")
      return text
        .trim()
        .split("\n")
        .map((line) => ({ kind: "output", text: line }));
    throw new Error(`${path}: a block of ${language} names no file`);
  });
