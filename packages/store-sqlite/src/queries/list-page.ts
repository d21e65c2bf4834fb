import type { Paging } from "@kalends/core/storage";
import type { Connection } from "../database/connection.ts";
import { type Sql, toLimit } from "./sql.ts";

/** Statements that select the ids on one page of a list. */
export interface PageStatements {
  /**
   * Selects the ids of the records in order. It ends with `LIMIT ? OFFSET ?`, whose values are bound later.
   */
  readonly page: Sql;
  /**
   * Present if the list consists of two parts. `page` above then selects only the first part, `before` counts
   * it, and `rest.page` selects the second part.
   */
  readonly rest?: { readonly page: Sql; readonly before: Sql };
}

/** Statements that read one page of a list. */
export interface ListStatements extends PageStatements {
  /** Counts all matching records. */
  readonly total: Sql;
  /**
   * Returns the statements for the page, given the number of all matches. Present if that number decides how
   * the page is read; the members `page` and `rest` are then not used.
   */
  readonly pageOf?: (total: number) => PageStatements;
  /** Number of records at the beginning of the list that `page` already leaves out. */
  readonly skipped?: number;
  /**
   * Selects the ids of all matching records in order. Present if this is faster than the statements `page`
   * and `total` together.
   */
  readonly all?: Sql;
  /**
   * Selects additional records as one JSON list, such as the first occurrence of each series. The list has
   * these records and those of `page`, sorted together; `page` and `total` cover only the latter. This
   * statement and `page` return sort keys instead of ids; the id is the last key.
   */
  readonly mergedStatement?: Sql;
  /** True if the query may run for a long time without returning a row, so that it cannot be cancelled. */
  readonly isUncancellable?: boolean;
}

/** Ids of the records on a page, with the number of all matches. */
interface FoundPage {
  readonly ids: readonly number[];
  readonly total: number;
}

export const findPage = (connection: Connection, paging: Paging, statements: ListStatements): FoundPage => {
  const { total: count, skipped = 0, all, mergedStatement } = statements;
  const [limit, offset] = toLimit(paging);
  if (all !== undefined) {
    const ids = connection.column<number>(all.text, all.values);
    return { ids: ids.slice(offset, offset + limit), total: ids.length };
  }
  if (mergedStatement !== undefined)
    return findMerged(connection, statements, mergedStatement, [limit, offset]);
  const total = connection.total(count.text, count.values);
  // If the limit went beyond the last match, the query would scan all remaining rows.
  const left = Math.min(limit, total - offset);
  if (left <= 0) return { ids: [], total };
  const { page, rest } = statements.pageOf?.(total) ?? statements;
  const ids = connection.column<number>(page.text, [...page.values, left, offset - skipped]);
  if (rest === undefined || ids.length === left) return { ids, total };
  const before = connection.total(rest.before.text, rest.before.values);
  const [missing, start] = [left - ids.length, Math.max(0, offset - before)];
  return {
    ids: [...ids, ...connection.column<number>(rest.page.text, [...rest.page.values, missing, start])],
    total,
  };
};

/** Sort keys of a record in a list with additional records (`mergedStatement`); the id is the last key. */
type Place = readonly [start: string, published: string, id: number];

const inOrder = (one: Place, other: Place): number => {
  const text = one[0] === other[0] ? 1 : 0;
  if (text === 1 && one[1] === other[1]) return one[2] - other[2];
  return (one[text] as string) < (other[text] as string) ? -1 : 1;
};

const findMerged = (
  connection: Connection,
  { page, total: count }: ListStatements,
  mergedStatement: Sql,
  [limit, offset]: readonly [limit: number, offset: number],
): FoundPage => {
  // The types are safe, because the statements return them.
  const merged = JSON.parse(
    connection.kept(mergedStatement.text, mergedStatement.values) ?? "[]",
  ) as readonly Place[];
  const total = connection.total(count.text, count.values) + merged.length;
  const left = Math.min(limit, total - offset);
  if (left <= 0) return { ids: [], total };
  // At least this many of the other records are before the page.
  const skipped = Math.max(0, offset - merged.length);
  const rest = connection
    .column<string>(page.text, [...page.values, offset - skipped + left, skipped])
    .map((text) => JSON.parse(text) as Place);
  const places = [...merged, ...rest].sort(inOrder).slice(offset - skipped, offset - skipped + left);
  return { ids: places.map(([, , id]) => id), total };
};
