import { setImmediate as nextTurn } from "node:timers/promises";
import type { Term, UsedTerm } from "@kalends/core";
import { foldText, type TermRepository } from "@kalends/core/storage";
import type { Connection } from "../database/connection.ts";
import { PREFIX } from "../database/prefix.ts";
import type { RecordCache } from "../database/record-cache.ts";
import { removeTermUsage, toRevised, unlinkTerm } from "../queries/event-links.ts";
import {
  recordsWithExternalId,
  removeExternalIds,
  requireFreeExternalIds,
  saveExternalIds,
} from "../queries/external-ids.ts";
import { SOURCES } from "../queries/lists.ts";
import { USED_TERM } from "../queries/term-query.ts";
import type { UsageCounts } from "../queries/usage-counts.ts";
import { createLoader, createReader, createRowWriter, type ListingSession, readInOrder } from "./records.ts";

const saveRow = createRowWriter<Term>("terms", [
  ["id", ({ id }) => id],
  ["taxonomy", ({ taxonomy }) => taxonomy],
  ["slug", ({ slug }) => slug],
  ["lower_name", ({ name }) => name.toLowerCase()],
  ["folded_name", ({ name }) => foldText(name)],
  ["description", ({ description }) => description],
  ["parent_id", ({ parentId }) => parentId],
  ["json", (term) => JSON.stringify(term)],
]);

export const saveTerm = (connection: Connection, term: Term): void => {
  requireFreeExternalIds(connection, term.taxonomy, term);
  saveRow(connection, term);
  saveExternalIds(connection, term.taxonomy, term, false);
};

/** The unary plus, here and below, makes SQLite begin with the ids and not scan all categories. */
const DESCENDANTS = `
  WITH RECURSIVE found (id) AS (
    SELECT id FROM ${PREFIX}terms WHERE +taxonomy = 'category' AND id IN (SELECT value FROM json_each(?))
    UNION SELECT t.id FROM found f CROSS JOIN ${PREFIX}terms t INDEXED BY ${PREFIX}terms_by_parent ON t.parent_id = f.id
  ) SELECT id FROM found`;

/** Number of events from which a term is removed in one step. */
const SLICE = 500;

const load = createLoader<UsedTerm>(SOURCES.terms);

/** Returns all ancestors of terms. It reads level by level, because most terms are in the cache. */
const findAncestors = (
  connection: Connection,
  cache: RecordCache | undefined,
  ids: readonly number[],
): readonly Term[] => {
  const found = new Map<number, Term>();
  let level: readonly UsedTerm[] = load(connection, cache, [...new Set(ids)]).filter(
    ({ taxonomy }) => taxonomy === "category",
  );
  while (level.length > 0) {
    const above = new Set(level.map(({ parentId }) => parentId).filter((id) => id !== 0 && !found.has(id)));
    level = load(connection, cache, [...above]);
    for (const term of level) found.set(term.id, term);
  }
  return [...found.values()];
};

export const createTermRepository = (session: ListingSession): TermRepository => {
  const { findMany, one, many, list } = createReader<UsedTerm>(session, SOURCES.terms);
  return {
    find: (taxonomy, id) =>
      session.read((connection, cache) =>
        load(connection, cache, [id]).find((term) => term.taxonomy === taxonomy),
      ),
    findMany,
    findBySlug: (taxonomy, slug) =>
      one(`SELECT id FROM ${PREFIX}terms WHERE taxonomy = ? AND slug = ?`, [taxonomy, slug]),
    findByName: (taxonomy, name) =>
      many(`SELECT id FROM ${PREFIX}terms WHERE taxonomy = ? AND lower_name = ? ORDER BY id`, [
        taxonomy,
        name.toLowerCase(),
      ]),
    findByExternalId(taxonomy, externalId) {
      const { text, values } = recordsWithExternalId(taxonomy, externalId);
      return one(`${text} LIMIT 1`, values);
    },
    withDescendants: (ids) =>
      session.read((connection) => connection.column<number>(DESCENDANTS, [JSON.stringify(ids)])),
    ancestors: (ids) => session.read((connection, cache) => findAncestors(connection, cache, ids)),
    list: (query) => list({ kind: "terms", query }),
    save: (term) =>
      session.write((connection) => {
        const holder = `SELECT id FROM ${PREFIX}terms WHERE taxonomy = ? AND slug = ? AND id <> ?`;
        if (connection.value(holder, [term.taxonomy, term.slug, term.id]) !== undefined) return false;
        saveTerm(connection, term);
        return true;
      }),
    remove: (id) =>
      session.grouped(async () => {
        const term = await session.read((connection) => load(connection, undefined, [id])[0]);
        if (term === undefined) return false;
        // Many events may have the term, so other work runs between the steps.
        while ((await session.write((connection) => unlinkTerm(connection, term, SLICE))) === SLICE)
          await nextTurn();
        return session.write((connection, { usage }) => remove(connection, usage, term));
      }),
    readAfter: (afterId, limit) =>
      session.read((connection) =>
        readInOrder(connection, `${USED_TERM} WHERE t.id > ? ORDER BY t.id LIMIT ?`, [afterId, limit]),
      ),
  };
};

const remove = (connection: Connection, usage: UsageCounts, { id, taxonomy, parentId }: Term): boolean => {
  removeTermUsage(connection, usage, id);
  connection.run(
    `UPDATE ${PREFIX}terms SET parent_id = ?, json = ${toRevised("json_set(json, '$.parentId', CAST(? AS INTEGER))")} WHERE parent_id = ?`,
    [parentId, parentId, id],
  );
  removeExternalIds(connection, taxonomy, id);
  return connection.run(`DELETE FROM ${PREFIX}terms WHERE id = ?`, [id]) === 1;
};
