import { foldText } from "@kalends/core/storage";
import { parse as parseSync } from "csv-parse/sync";
import { ImportError } from "../import-error.ts";

/** The local user that a mapping file assigns to an author of the source. */
export type AuthorTarget =
  | { readonly account: string }
  /** A user of the host: their number, or the host's text id of them. */
  | { readonly user: string }
  /** No user, even if an account has the same name as the author. */
  | "nobody";

/** Mapped authors, by number at the source or by name. */
export interface AuthorMap {
  byNumber(author: number): AuthorTarget | undefined;
  /** Returns the target for a name; names are compared without case and accents. */
  byName(name: string): AuthorTarget | undefined;
  readonly hasNames: boolean;
  /** All targets with their line numbers, from 1. */
  readonly targets: readonly { readonly line: number; readonly target: AuthorTarget }[];
}

const USER = "user:";

const toTarget = (text: string): AuthorTarget => {
  if (text === "") return "nobody";
  return text.startsWith(USER) ? { user: text.slice(USER.length) } : { account: text };
};

/**
 * Reads the CSV file of `--authors`. Each line has the number or name of an author at the source and the name
 * of a local account. The account may be empty (nobody), or `user:` and the id of a user of the host. A first
 * line `author,account` is a heading. Throws an `ImportError` with `place` and the line.
 */
export const readAuthorMap = (text: string, place: string): AuthorMap => {
  const rows = parseRows(text, place);
  const targets = new Map<string, { readonly line: number; readonly target: AuthorTarget }>();
  for (const [line, author = "", account, ...others] of rows) {
    const fail = (problem: string): never => {
      throw new ImportError(`${place}, line ${line}: ${problem}.`);
    };
    if (account === undefined || others.length > 0) return fail("it needs two columns, author and account");
    const key = foldText(author);
    if (key === "author" && foldText(account) === "account" && targets.size === 0) continue;
    if (key === "") return fail("there is no author");
    if (targets.has(key)) return fail(`the author ${author} is already listed`);
    targets.set(key, { line: Number(line), target: toTarget(account) });
  }
  return {
    byNumber: (author) => targets.get(String(author))?.target,
    byName: (name) => targets.get(foldText(name))?.target,
    hasNames: [...targets.keys()].some((key) => !/^\d+$/.test(key)),
    targets: [...targets.values()],
  };
};

/** Returns the rows, each with its line number before the columns. */
const parseRows = (text: string, place: string): readonly (readonly string[])[] => {
  try {
    return parseSync(text, {
      bom: true,
      record_delimiter: ["\r\n", "\n", "\r"],
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      on_record: (columns: readonly string[], { lines }) => [String(lines), ...columns],
    });
  } catch (error) {
    throw new ImportError(`${place} is not valid CSV: ${error instanceof Error ? error.message : error}.`);
  }
};
