import type { TermQuery } from "@kalends/core/storage";
import { PREFIX } from "../database/prefix.ts";
import { recordsWithExternalId } from "./external-ids.ts";
import type { ListStatements } from "./list-page.ts";
import { every, inTime, oneOf, PREFIXED, raw, type Sql, sql, when } from "./sql.ts";

/**
 * Selects terms together with their usage counts, as `t`. Each result is one JSON object, so that one read
 * returns both.
 */
export const USED_TERM: string = `SELECT substr(t.json, 1, length(t.json) - 1) || ',"usage":' ||
  (SELECT json_group_object(u.status, u.count) FROM ${PREFIX}term_usage u WHERE u.term_id = t.id) || '}' FROM ${PREFIX}terms t`;

export const toTermStatements = (query: TermQuery): ListStatements => {
  const where = every([
    inTime("t.id"),
    sql`t.taxonomy = ${query.taxonomy}`,
    ...when(query.search, (text) => sql`(instr(t.folded_name, ${text}) > 0 OR instr(t.slug, ${text}) > 0)`),
    ...when(query.ids, (ids) => oneOf("t.id", ids)),
    ...when(query.excludeIds, (ids) => sql`NOT +${oneOf("t.id", ids)}`),
    ...when(query.externalId, (wanted) => sql`t.id IN (${recordsWithExternalId(query.taxonomy, wanted)})`),
    ...when(query.slug, (slug) => sql`t.slug = ${slug}`),
    ...when(query.parentId, (id) => sql`t.parent_id = ${id}`),
    ...when(
      query.eventId,
      (id) => sql`t.id IN (SELECT term_id FROM ${PREFIXED}event_terms WHERE event_id = ${id})`,
    ),
    ...(query.hideEmpty ? [isUsed(query.countedStatuses)] : []),
  ]);
  const direction = raw(query.order.descending ? "DESC" : "ASC");
  return {
    // Terms with equal keys are sorted by ascending id, in both directions.
    page: sql`SELECT t.id FROM ${PREFIXED}terms t WHERE ${where} ORDER BY ${toKey(query)} ${direction}, t.id LIMIT ? OFFSET ?`,
    total: sql`SELECT count(*) FROM ${PREFIXED}terms t WHERE ${where}`,
  };
};

/** Condition that an event in one of these statuses has the term or one of its descendants. */
const isUsed = (statuses: readonly string[]): Sql => sql`t.id IN (
  WITH RECURSIVE used (id) AS (
    SELECT term_id FROM ${PREFIXED}term_usage WHERE count > 0 AND ${oneOf("status", statuses)}
    UNION SELECT p.parent_id FROM used CROSS JOIN ${PREFIXED}terms p ON p.id = used.id
  ) SELECT id FROM used)`;

/** Returns the expression to sort by. */
const toKey = ({ order: { by }, ids = [], countedStatuses }: TermQuery): Sql => {
  switch (by) {
    case "id":
    case "slug":
    case "description":
      return raw(`t.${by}`);
    case "name":
      return raw("t.folded_name");
    case "parent":
      return raw("t.parent_id");
    case "count":
      return sql`(SELECT coalesce(sum(u.count), 0) FROM ${PREFIXED}term_usage u
        WHERE u.term_id = t.id AND ${oneOf("u.status", countedStatuses)})`;
    case "ids":
      return sql`(SELECT min(i.key) FROM json_each(${JSON.stringify(ids)}) i WHERE i.value = t.id)`;
  }
};
