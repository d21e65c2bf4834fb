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
  /**
   * Selects, as one JSON list, what is merged into the list: where `page` and `total` are of the rest. Both have the parts of the order
   * in place of ids, which are the last ones.
   */
  readonly among?: Sql;
  /** Whether it may take long before it comes upon anything, and so cannot be given up meanwhile. */
  readonly isDeaf?: boolean;
}

/** The ids of a page, and the number of all matches. */
interface FoundPage {
  readonly ids: readonly number[];
  readonly total: number;
}

export const findPage = (connection: Connection, paging: Paging, statements: ListStatements): FoundPage => {
  const { page, total: count, rest, skipped = 0, all, among } = statements;
  const [limit, offset] = toLimit(paging);
  if (all !== undefined) {
    const ids = connection.column<number>(all.text, all.values);
    return { ids: ids.slice(offset, offset + limit), total: ids.length };
  }
  if (among !== undefined) return findMerged(connection, statements, among, [limit, offset]);
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

/** What the order of a list goes by; the id comes last. */
type Place = readonly [start: string, published: string, id: number];

const inOrder = (one: Place, other: Place): number => {
  const text = one[0] === other[0] ? 1 : 0;
  if (text === 1 && one[1] === other[1]) return one[2] - other[2];
  return (one[text] as string) < (other[text] as string) ? -1 : 1;
};

const findMerged = (
  connection: Connection,
  { page, total: count }: ListStatements,
  among: Sql,
  [limit, offset]: readonly [limit: number, offset: number],
): FoundPage => {
  // As they were just written.
  const merged = JSON.parse(connection.kept(among.text, among.values) ?? "[]") as readonly Place[];
  const total = connection.total(count.text, count.values) + merged.length;
  const left = Math.min(limit, total - offset);
  if (left <= 0) return { ids: [], total };
  // So many of the rest come before the page in any case.
  const skipped = Math.max(0, offset - merged.length);
  const rest = connection
    .column<string>(page.text, [...page.values, offset - skipped + left, skipped])
    .map((text) => JSON.parse(text) as Place);
  const places = [...merged, ...rest].sort(inOrder).slice(offset - skipped, offset - skipped + left);
  return { ids: places.map(([, , id]) => id), total };
};
