import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./published-packages.ts";

/** A block of code in a document: a file to write, commands to run, or output to expect. */
export type Block =
  | { readonly kind: "file"; readonly path: string; readonly text: string }
  | { readonly kind: "command"; readonly text: string }
  | { readonly kind: "output"; readonly text: string };

const BLOCK = /^```(\w+)\n(.*?)^```/gms;

/**
 * Reads the blocks of a document in order. Programs name their file in a comment on the first line; commands are separate where a line does
 * not end with a backslash.
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
