import type { Paging } from "@kalends/core";
import type { Connection } from "../database/connection.ts";
import { type Sql, toLimit } from "./sql.ts";

/** How a list is read. */
export interface ListStatements {
  /** Selects the records' ids in their order; ends with `LIMIT ? OFFSET ?`, for which no values are given. */
  readonly page: Sql;
  /** The number of all matches. */
  readonly total: Sql;
  /** Where a list is read in two parts, of which `page` selects the first: the second one, and the number of matches in the first. */
  readonly rest?: { readonly page: Sql; readonly before: Sql };
  /** How many records at the beginning of the list the page leaves out by itself. */
  readonly skipped?: number;
  /** Selects the ids of all matches in their order: where that costs less than the other two. */
  readonly all?: Sql;
  /** Whether it may take long before it comes upon anything, and so cannot be given up meanwhile. */
  readonly isDeaf?: boolean;
}

/** The ids of a page, and the number of all matches. */
interface FoundPage {
  readonly ids: readonly number[];
  readonly total: number;
}

export const findPage = (connection: Connection, paging: Paging, statements: ListStatements): FoundPage => {
  const { page, total: count, rest, skipped = 0, all } = statements;
  const [limit, offset] = toLimit(paging);
  if (all !== undefined) {
    const ids = connection.column<number>(all.text, all.values);
    return { ids: ids.slice(offset, offset + limit), total: ids.length };
  }
  const total = connection.total(count.text, count.values);
  // Nothing is looked for past the last match, where a search would look through all that is left.
  const left = Math.min(limit, total - offset);
  if (left <= 0) return { ids: [], total };
  const ids = connection.column<number>(page.text, [...page.values, left, offset - skipped]);
  if (rest === undefined || ids.length === left) return { ids, total };
  const before = connection.total(rest.before.text, rest.before.values);
  const [missing, start] = [left - ids.length, Math.max(0, offset - before)];
  return {
    ids: [...ids, ...connection.column<number>(rest.page.text, [...rest.page.values, missing, start])],
    total,
  };
};
