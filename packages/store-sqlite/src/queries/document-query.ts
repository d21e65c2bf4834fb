import type { DocumentQuery, IndexedValue } from "@kalends/core/storage";
import { every, PREFIXED, raw, type Sql, sql, when } from "./sql.ts";

/**
 * Returns the statements for a list of plugin records: one for pairs of key and JSON, and one for the total.
 */
export const toDocumentStatements = (query: DocumentQuery): { readonly list: Sql; readonly count: Sql } => {
  const { collection, member, descending = false, beyond, limit } = query;
  const direction = raw(descending ? "DESC" : "ASC");
  if (member === undefined) {
    const all = sql`FROM ${PREFIXED}documents WHERE collection = ${collection}`;
    const later = when(beyond, ({ key }) => sql`AND key ${raw(descending ? "<" : ">")} ${key}`);
    return {
      list: sql`SELECT json_array(key, json) ${all} ${later[0] ?? raw("")} ORDER BY key ${direction} LIMIT ${limit}`,
      count: sql`SELECT count(*) ${all}`,
    };
  }
  const matches = every([
    sql`v.collection = ${collection}`,
    sql`v.member = ${member}`,
    ...toConditions(query.range ?? {}),
  ]);
  const than = raw(descending ? "<" : ">");
  const later = when(beyond, ({ value = 0, key }) =>
    // If pairs were compared here, SQLite would scan all keys of the value.
    query.range?.equals === value
      ? sql`AND v.key ${than} ${key}`
      : sql`AND (v.value, v.key) ${than} (${value}, ${key})`,
  );
  return {
    list: sql`SELECT json_array(d.key, d.json) FROM ${PREFIXED}document_values v JOIN ${PREFIXED}documents d ON d.id = v.document_id
      WHERE ${matches} ${later[0] ?? raw("")}
      ORDER BY v.value ${direction}, v.key ${direction} LIMIT ${limit}`,
    count: sql`SELECT count(*) FROM ${PREFIXED}document_values v WHERE ${matches}`,
  };
};

const COMPARISONS = { equals: "=", from: ">=", after: ">", until: "<=", before: "<" } as const;

const toConditions = (range: NonNullable<DocumentQuery["range"]>): readonly Sql[] =>
  (["equals", "from", "after", "until", "before"] as const).flatMap((name) =>
    when(range[name], (bound) => sql`v.value ${raw(COMPARISONS[name])} ${bound} AND ${isOfType(bound)}`),
  );

/** Condition that a value has the type of the bound. Every text sorts after every number. */
const isOfType = (bound: IndexedValue): Sql =>
  raw(typeof bound === "number" ? "v.value < ''" : "v.value >= ''");
