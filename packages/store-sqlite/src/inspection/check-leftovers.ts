import type { Finding } from "@kalends/core/storage";
import { PREFIX } from "../database/prefix.ts";
import type { Session } from "../transactions/transactions.ts";
import { DERIVED, type DerivedTable, type RecordTable } from "./derived-tables.ts";
import { replaceRows } from "./replace-rows.ts";

type Leftover = readonly [derived: DerivedTable, parents: readonly (RecordTable | "documents")[]];

/**
 * Tables whose rows are not derived from a single record. Each table comes before the tables that it
 * references.
 */
const OTHERS: readonly Leftover[] = [
  [{ name: "series_links", key: "series_id", columns: ["series_id"], kind: "series" }, ["events"]],
  [{ name: "series", key: "id", columns: ["id"], kind: "series" }, ["events"]],
  [
    { name: "document_values", key: "document_id", columns: ["document_id"], kind: "document" },
    ["documents"],
  ],
];

/**
 * Returns the derived tables of these record tables. Each derived table comes with the record tables from
 * which its rows are derived. The derived table `records` is the last one.
 */
const toLeftovers = (tables: readonly RecordTable[]): readonly Leftover[] => {
  const found = new Map<string, Leftover>();
  for (const table of tables)
    for (const one of DERIVED[table].slice(1))
      found.set(one.name, [one, [...(found.get(one.name)?.[1] ?? []), table]]);
  return [...found.values()].toSorted(
    ([one], [other]) => Number(one.name === "records") - Number(other.name === "records"),
  );
};

/** Number of rows that are checked in one step. */
const SLICE = 500;

/** Finds rows that were derived from records that no longer exist. */
export async function* checkLeftovers(
  session: Session,
  tables: readonly RecordTable[],
): AsyncGenerator<Finding> {
  for (const [derived, parents] of [...toLeftovers(tables), ...OTHERS]) {
    const { name, key, kind } = derived;
    const conditions = parents.map(
      (parent) => `NOT EXISTS (SELECT 1 FROM ${PREFIX}${parent} p WHERE p.id = d.${key})`,
    );
    const statement = `SELECT DISTINCT ${key} FROM ${PREFIX}${name} d WHERE ${key} > ? AND ${conditions.join(" AND ")}
      ORDER BY 1 LIMIT ${SLICE}`;
    for (let afterId = -1, isOver = false; !isOver; ) {
      const ids = await session.read((connection) => connection.column<number>(statement, [afterId]));
      for (const id of ids) {
        yield {
          kind,
          detail: `The table ${PREFIX}${name} has rows of a record ${id} that is not there.`,
          repair: () => session.write((connection) => replaceRows(connection, derived, id, [])),
        };
      }
      isOver = ids.length < SLICE;
      afterId = ids.at(-1) ?? afterId;
    }
  }
}
