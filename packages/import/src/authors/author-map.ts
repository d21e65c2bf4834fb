import { foldText } from "@kalends/core/storage";
import { parse as parseSync } from "csv-parse/sync";
import { ImportError } from "../import-error.ts";

/** Local user that the mapping file (`--authors`) assigns to an author of the import source. */
export type AuthorTarget =
  | { readonly account: string }
  /** A user of the host application: the user's number, or the text id that the host gave the user. */
  | { readonly user: string }
  /** No user. The import then ignores a local account that has the same name as the author. */
  | "nobody";

/** Contents of the mapping file: the assigned users, by author number or by author name at the source. */
export interface AuthorMap {
  byNumber(author: number): AuthorTarget | undefined;
  /** Returns the target for an author name. The comparison ignores case and accents. */
  byName(name: string): AuthorTarget | undefined;
  readonly hasNames: boolean;
  /** All targets of the mapping file, each with its line number, from 1. */
  readonly targets: readonly { readonly line: number; readonly target: AuthorTarget }[];
}

const USER = "user:";

const toTarget = (text: string): AuthorTarget => {
  if (text === "") return "nobody";
  return text.startsWith(USER) ? { user: text.slice(USER.length) } : { account: text };
};

/**
 * Reads the CSV file of `--authors`. Each line has the number or name of an author at the source, and the
 * name of a local account. Instead of an account name, a line may have `user:` and the id of a host user, or
 * nothing to assign no user. A first line `author,account` is a heading. Throws an `ImportError` for invalid
 * CSV, and for a line without an author, with a repeated author, or without exactly two columns.
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

/** Returns the CSV rows. The first element of each row is its line number; the columns follow. */
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
