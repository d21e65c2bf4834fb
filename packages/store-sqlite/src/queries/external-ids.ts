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
import { PREFIXED, type Sql, sql } from "./sql.ts";

/** Kind of a record with external ids, as its rows in `external_ids` have it. */
export type ExternalIdKind = "event" | "venue" | "organizer" | Taxonomy;

type Identified = WithExternalIds & { readonly id: number };

/** Returns the statement that selects the ids of the records with this external id, ascending. */
export const recordsWithExternalId = (kind: ExternalIdKind, { source, id }: ExternalId): Sql =>
  sql`SELECT record_id FROM ${PREFIXED}external_ids
    WHERE kind = ${kind} AND source = ${source} AND external_id = ${id} ORDER BY record_id`;

/**
 * Returns the query with the ids of the events that have its external id. Lists then find them like events
 * with given ids.
 */
export const withIdsOf = (query: EventQuery, connection: Connection): EventQuery => {
  const { externalId, ids } = query;
  if (externalId === undefined) return query;
  const { text, values } = recordsWithExternalId("event", externalId);
  const found = connection.column<number>(text, values);
  return { ...query, ids: ids === undefined ? found : ids.filter((id) => found.includes(id)) };
};

const TAKEN = `SELECT 1 FROM ${PREFIX}external_ids
  WHERE kind = ? AND source = ? AND external_id = ? AND record_id <> ?`;

/** Throws `rest_external_id_taken` if another record of the kind has one of the external ids. */
export const requireFreeExternalIds = (
  connection: Connection,
  kind: ExternalIdKind,
  { id: recordId, externalIds = [] }: Identified,
): void => {
  for (const { source, id } of externalIds)
    if (isUniqueSource(source) && connection.value(TAKEN, [kind, source, id, recordId]) !== undefined)
      throw externalIdTaken();
};

/** Updates the rows of a record in `external_ids`. */
export const saveExternalIds = (
  connection: Connection,
  kind: ExternalIdKind,
  { id: recordId, externalIds = [] }: Identified,
  isNew: boolean,
): void => {
  if (!isNew) removeExternalIds(connection, kind, recordId);
  for (const { source, id } of externalIds)
    connection.run(
      `INSERT INTO ${PREFIX}external_ids (kind, source, external_id, record_id) VALUES (?, ?, ?, ?)`,
      [kind, source, id, recordId],
    );
};

export const removeExternalIds = (connection: Connection, kind: ExternalIdKind, recordId: number): void => {
  connection.run(`DELETE FROM ${PREFIX}external_ids WHERE kind = ? AND record_id = ?`, [kind, recordId]);
};
