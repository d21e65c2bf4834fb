import type { Taxonomy } from "@kalends/core";
import {
  type EventQuery,
  type ExternalId,
  externalIdTaken,
  isUniqueSource,
  type WithExternalIds,
} from "@kalends/core/storage";
import type { Connection } from "../database/connection.ts";
import { PREFIX } from "../database/prefix.ts";
import { raw, type Sql, sql } from "./sql.ts";

/** Kind of a record with external ids, as the tables of external ids have it. */
export type ExternalIdKind = "event" | "venue" | "organizer" | Taxonomy;

type Identified = WithExternalIds & { readonly id: number };

const tableOf = (kind: ExternalIdKind): string =>
  `${PREFIX}${kind === "category" || kind === "tag" ? "term_" : ""}external_ids`;

/** Returns the statement that selects the ids of the records with this external id, ascending. */
export const recordsWithExternalId = (kind: ExternalIdKind, { source, id }: ExternalId): Sql =>
  sql`SELECT record_id FROM ${raw(tableOf(kind))}
    WHERE kind = ${kind} AND source = ${source} AND external_id = ${id} ORDER BY record_id`;

/**
 * Returns the query with the ids of the events that have its external id. Lists then find them like events
 * with given ids. If the query has `ids` too, only ids in both lists remain.
 */
export const withIdsOf = (query: EventQuery, connection: Connection): EventQuery => {
  const { externalId, ids } = query;
  if (externalId === undefined) return query;
  const { text, values } = recordsWithExternalId("event", externalId);
  const found = connection.column<number>(text, values);
  return { ...query, ids: ids === undefined ? found : ids.filter((id) => found.includes(id)) };
};

/**
 * True if another record of the kind has one of the external ids. Ids of the source `ical` are ignored,
 * because several records may have the same one.
 */
export const isExternalIdTaken = (
  connection: Connection,
  kind: ExternalIdKind,
  { id: recordId, externalIds = [] }: Identified,
): boolean =>
  externalIds.some(
    ({ source, id }) =>
      isUniqueSource(source) &&
      connection.value(
        `SELECT 1 FROM ${tableOf(kind)} WHERE kind = ? AND source = ? AND external_id = ? AND record_id <> ?`,
        [kind, source, id, recordId],
      ) !== undefined,
  );

/**
 * Throws `rest_external_id_taken` if another record of the kind has one of the external ids that must be
 * unique.
 */
export const requireFreeExternalIds = (
  connection: Connection,
  kind: ExternalIdKind,
  record: Identified,
): void => {
  if (isExternalIdTaken(connection, kind, record)) throw externalIdTaken();
};

/**
 * Updates the rows with the external ids of a record, by which lists and look-ups find the record. `isNew` is
 * true if the record has no such rows yet.
 */
export const saveExternalIds = (
  connection: Connection,
  kind: ExternalIdKind,
  { id: recordId, externalIds = [] }: Identified,
  isNew: boolean,
): void => {
  if (!isNew) removeExternalIds(connection, kind, recordId);
  for (const { source, id } of externalIds)
    connection.run(
      `INSERT INTO ${tableOf(kind)} (kind, source, external_id, record_id) VALUES (?, ?, ?, ?)`,
      [kind, source, id, recordId],
    );
};

export const removeExternalIds = (connection: Connection, kind: ExternalIdKind, recordId: number): void => {
  connection.run(`DELETE FROM ${tableOf(kind)} WHERE record_id = ?`, [recordId]);
};
