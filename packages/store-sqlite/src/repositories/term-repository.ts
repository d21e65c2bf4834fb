import { foldText, type Term, type TermRepository, type UsedTerm } from "@kalends/core";
import type { Connection, Value } from "../database/connection.ts";
import type { Session } from "../database/transactions.ts";
import { unlinkTerm } from "../queries/event-links.ts";
import { toTermStatements, USED_TERM } from "../queries/term-query.ts";
import { createReader, fromJson, saveRow } from "./records.ts";

const toColumns = (term: Term): Readonly<Record<string, Value>> => ({
  id: term.id,
  taxonomy: term.taxonomy,
  slug: term.slug,
  lower_name: term.name.toLowerCase(),
  folded_name: foldText(term.name),
  description: term.description,
  parent_id: term.parentId,
  json: JSON.stringify(term),
});

/** A plus, here and below: the ids lead in, else all categories would be gone through. */
const DESCENDANTS = `
  WITH RECURSIVE found (id) AS (
    SELECT id FROM terms WHERE +taxonomy = 'category' AND id IN (SELECT value FROM json_each(?))
    UNION SELECT t.id FROM found f CROSS JOIN terms t INDEXED BY terms_by_parent ON t.parent_id = f.id
  ) SELECT id FROM found`;

const ANCESTORS = `
  WITH RECURSIVE found (id) AS (
    SELECT parent_id FROM terms WHERE +taxonomy = 'category' AND id IN (SELECT value FROM json_each(?))
    UNION SELECT t.parent_id FROM found f CROSS JOIN terms t ON t.id = f.id
  ) SELECT json FROM terms WHERE id IN found`;

export const createTermRepository = (session: Session): TermRepository => {
  const { many, one, list } = createReader<UsedTerm>(session);
  return {
    find: (taxonomy, id) => one(`${USED_TERM} WHERE t.id = ? AND t.taxonomy = ?`, [id, taxonomy]),
    findMany: (ids) =>
      many(`${USED_TERM} WHERE t.id IN (SELECT value FROM json_each(?))`, [JSON.stringify(ids)]),
    findBySlug: (taxonomy, slug) => one(`${USED_TERM} WHERE t.taxonomy = ? AND t.slug = ?`, [taxonomy, slug]),
    findByName: (taxonomy, name) =>
      many(`${USED_TERM} WHERE t.taxonomy = ? AND t.lower_name = ? ORDER BY t.id`, [
        taxonomy,
        name.toLowerCase(),
      ]),
    withDescendants: (ids) =>
      session.read((connection) => connection.column<number>(DESCENDANTS, [JSON.stringify(ids)])),
    ancestors: (ids) =>
      session.read((connection) =>
        connection.column<string>(ANCESTORS, [JSON.stringify(ids)]).map(fromJson<Term>),
      ),
    list: (query) => list(query, () => toTermStatements(query)),
    save: (term) =>
      session.write((connection) => {
        const holder = "SELECT id FROM terms WHERE taxonomy = ? AND slug = ? AND id <> ?";
        if (connection.value(holder, [term.taxonomy, term.slug, term.id]) !== undefined) return false;
        saveRow(connection, "terms", toColumns(term));
        return true;
      }),
    remove: (id) => session.write((connection) => remove(connection, id)),
    readAfter: (afterId, limit) =>
      many(`${USED_TERM} WHERE t.id > ? ORDER BY t.id LIMIT ?`, [afterId, limit]),
  };
};

const remove = (connection: Connection, id: number): boolean => {
  const parentId = connection.value<number>("SELECT parent_id FROM terms WHERE id = ?", [id]);
  if (parentId === undefined) return false;
  unlinkTerm(connection, id);
  connection.run(
    `UPDATE terms SET parent_id = ?, json = json_set(json, '$.parentId', CAST(? AS INTEGER)) WHERE parent_id = ?`,
    [parentId, parentId, id],
  );
  connection.run("DELETE FROM terms WHERE id = ?", [id]);
  return true;
};
