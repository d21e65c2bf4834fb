import type { TermQuery } from "@kalends/core";
import type { ListStatements } from "./lists.ts";
import { type Condition, every, oneOf, when } from "./sql.ts";

/** Terms with their usage, as `t`: one JSON object each, so that one look at it reads both. */
export const USED_TERM = `SELECT substr(t.json, 1, length(t.json) - 1) || ',"usage":' ||
  (SELECT json_group_object(u.status, u.count) FROM term_usage u WHERE u.term_id = t.id) || '}' FROM terms t`;

export const toTermStatements = (query: TermQuery): ListStatements => {
  const where = every([
    { text: "t.taxonomy = ?", values: [query.taxonomy] },
    ...when(query.search, (text) => ({
      text: "(instr(t.folded_name, ?) > 0 OR instr(t.slug, ?) > 0)",
      values: [text, text],
    })),
    ...when(query.ids, (ids) => oneOf("t.id", ids)),
    ...when(query.excludeIds, (ids) => {
      const { text, values } = oneOf("t.id", ids);
      return { text: `NOT +${text}`, values };
    }),
    ...when(query.slug, (slug) => ({ text: "t.slug = ?", values: [slug] })),
    ...when(query.parentId, (id) => ({ text: "t.parent_id = ?", values: [id] })),
    ...when(query.eventId, (id) => ({
      text: "t.id IN (SELECT term_id FROM event_terms WHERE event_id = ?)",
      values: [id],
    })),
    ...(query.hideEmpty ? [isUsed(query.countedStatuses)] : []),
  ]);
  const order = toOrder(query);
  return {
    page: {
      text: `${USED_TERM} WHERE ${where.text} ORDER BY ${order.text} LIMIT ? OFFSET ?`,
      values: [...where.values, ...order.values],
    },
    total: { text: `SELECT count(*) FROM terms t WHERE ${where.text}`, values: where.values },
  };
};

/** Used by an event in one of these statuses, itself or through a descendant. */
const isUsed = (statuses: readonly string[]): Condition => {
  const { text, values } = oneOf("status", statuses);
  return {
    text: `t.id IN (
      WITH RECURSIVE used (id) AS (
        SELECT term_id FROM term_usage WHERE count > 0 AND ${text}
        UNION SELECT p.parent_id FROM used CROSS JOIN terms p ON p.id = used.id
      ) SELECT id FROM used)`,
    values,
  };
};

/** Ties go by id ascending, whatever the direction. */
const toOrder = ({ order: { by, descending }, ids = [], countedStatuses }: TermQuery): Condition => {
  const key = ((): Condition => {
    switch (by) {
      case "id":
      case "slug":
      case "description":
        return { text: `t.${by}`, values: [] };
      case "name":
        return { text: "t.folded_name", values: [] };
      case "parent":
        return { text: "t.parent_id", values: [] };
      case "count": {
        const { text, values } = oneOf("u.status", countedStatuses);
        return {
          text: `(SELECT coalesce(sum(u.count), 0) FROM term_usage u WHERE u.term_id = t.id AND ${text})`,
          values,
        };
      }
      case "ids":
        return {
          text: "(SELECT min(i.key) FROM json_each(?) i WHERE i.value = t.id)",
          values: [JSON.stringify(ids)],
        };
    }
  })();
  return { text: `${key.text} ${descending ? "DESC" : "ASC"}, t.id`, values: key.values };
};
