import type { Page, Paging } from "@kalends/core";
import type { Connection } from "./connection.ts";
import { fromJson, type Statement, toLimit } from "./sql.ts";

/** How a list is read. */
export interface ListStatements {
  /** Selects the records' JSON in their order; ends with `LIMIT ? OFFSET ?`, for which no values are given. */
  readonly page: Statement;
  /** The number of all matches. */
  readonly total: Statement;
}

/** Counts first: then nothing is looked for past the last match, where a search would look through all that is left. */
export const readList = <T>(
  connection: Connection,
  { page, total: all }: ListStatements,
  paging: Paging,
): Page<T> => {
  const total = connection.total(all.text, all.values);
  const [limit, offset] = toLimit(paging);
  const left = Math.min(limit, total - offset);
  if (left <= 0) return { items: [], total };
  const items = connection.column<string>(page.text, [...page.values, left, offset]).map(fromJson<T>);
  return { items, total };
};
