import { RANKED } from "@kalends/core/storage";
import type { PageStatements } from "./list-page.ts";
import { type Sql, sql } from "./sql.ts";

/** Parts from which the statements of a list by relevance are made. */
interface Ranked {
  /** Returns the statement for a page of the same list, newest first, given the number of all matches. */
  readonly newest: (count: number) => Sql;
  /** Same as `newest`, oldest first. */
  readonly oldest: (count: number) => Sql;
  /** Expression for the rank of the record with the id `f.id`. */
  readonly rank: Sql;
  readonly isReversed: boolean;
}

/** Adds the values of `LIMIT ? OFFSET ?` to a statement. */
const limited = ({ text, values }: Sql, limit: number, offset: number): Sql => ({
  text,
  values: [...values, limit, offset],
});

/**
 * Returns the statements for a page of a list by relevance, given the number of all matches. The list has two
 * parts: the newest matches, ranked, and the others, newest first. In reverse, the others come first.
 */
export const rankedPages =
  ({ newest, oldest, rank, isReversed }: Ranked): ((count: number) => PageStatements) =>
  (count) => {
    const ranked = (direction: Sql): Sql => sql`SELECT f.id FROM (${limited(newest(count), RANKED, 0)}) f
      ORDER BY ${rank} ${direction}, f.id ${direction} LIMIT ? OFFSET ?`;
    if (!isReversed) {
      const page = ranked(ASCENDING);
      if (count <= RANKED) return { page };
      const others = newest(count);
      const behind = { ...others, text: `${others.text} + ${RANKED}` };
      return { page, rest: { page: behind, before: sql`SELECT ${RANKED}` } };
    }
    const page = ranked(DESCENDING);
    if (count <= RANKED) return { page };
    const others = sql`SELECT f.id FROM (${limited(oldest(count), count - RANKED, 0)}) f LIMIT ? OFFSET ?`;
    return { page: others, rest: { page, before: sql`SELECT ${count - RANKED}` } };
  };

const ASCENDING: Sql = { text: "ASC", values: [] };
const DESCENDING: Sql = { text: "DESC", values: [] };
