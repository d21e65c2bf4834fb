import type { MergedKind } from "@kalends/core/storage";
import type { Connection, Value } from "../database/connection.ts";
import { PREFIX } from "../database/prefix.ts";
import { OWN_REVISION, toRevised } from "./event-links.ts";
import { removeExternalIds } from "./external-ids.ts";
import type { UsageCounts } from "./usage-counts.ts";

/**
 * Links of events that a merge moves. `target` is the id of the target. `sources` are the ids of the records
 * that are merged into the target, as a JSON list.
 */
export interface MovedLinks {
  readonly kind: MergedKind;
  readonly target: number;
  readonly sources: string;
}

const SOURCES = "(SELECT value FROM json_each(?))";

/** Number of events whose links are moved in one step. */
const SLICE = 2000;

/** Lists of ids in events, with the table by which these events are found. */
const LISTS = {
  organizer: { member: "organizerIds", table: "event_organizers", column: "organizer_id" },
  category: { member: "categoryIds", table: "event_terms", column: "term_id" },
  tag: { member: "tagIds", table: "event_terms", column: "term_id" },
} as const;

/**
 * Moves the links of the next events, at most `SLICE`, to the target. Returns false if no links are left to
 * move.
 */
export const moveLinks = (connection: Connection, moved: MovedLinks): boolean =>
  (moved.kind === "venue" ? moveVenues(connection, moved) : moveLists(connection, moved.kind, moved)) ===
  SLICE;

const moveVenues = (connection: Connection, { target, sources }: MovedLinks): number => {
  const own = "$.occurrence.changes.venueId";
  // Both values are set in one call, because most of the time is spent on parsing the JSON.
  const moved = (path: string, revision: string): string =>
    `json_set(json, '${path}', CAST(? AS INTEGER), '${revision}', coalesce(json ->> '${revision}', 0) + 1)`;
  return connection.run(
    `UPDATE ${PREFIX}events SET venue_id = ?, json = CASE
       WHEN series_id IS NULL THEN ${moved("$.venueId", "$.revision")}
       WHEN json ->> '${own}' IS NOT NULL THEN ${moved(own, OWN_REVISION)}
       ELSE json END
     WHERE id IN (SELECT id FROM ${PREFIX}events INDEXED BY ${PREFIX}events_by_venue
       WHERE venue_id IN ${SOURCES} LIMIT ?)`,
    [target, target, target, sources, SLICE],
  );
};

const moveLists = (
  connection: Connection,
  kind: keyof typeof LISTS,
  { target, sources }: MovedLinks,
): number => {
  const { member, table, column } = LISTS[kind];
  const own = `$.occurrence.changes.${member}`;
  const events = connection.column<number>(
    `SELECT DISTINCT event_id FROM ${PREFIX}${table} WHERE ${column} IN ${SOURCES} LIMIT ?`,
    [sources, SLICE],
  );
  const these = JSON.stringify(events);
  const moved = (path: string): string =>
    `json_set(json, '${path}', json((SELECT json_group_array(id ORDER BY place) FROM (
      SELECT CASE WHEN value IN ${SOURCES} THEN CAST(? AS INTEGER) ELSE value END AS id, min(key) AS place
      FROM json_each(${PREFIX}events.json, '${path}') GROUP BY 1))))`;
  const values: readonly Value[] = [sources, target];
  connection.run(
    `UPDATE ${PREFIX}events SET json = CASE
       WHEN series_id IS NULL THEN ${toRevised(moved(`$.${member}`))}
       WHEN json -> '${own}' IS NOT NULL THEN ${toRevised(moved(own), OWN_REVISION)}
       ELSE json END
     WHERE id IN ${SOURCES}`,
    [...values, ...values, these],
  );
  // An update is ignored if the event already has a link to the target. The link to the source is then
  // deleted below.
  const ofThese = `${column} IN ${SOURCES} AND event_id IN ${SOURCES}`;
  connection.run(`UPDATE OR IGNORE ${PREFIX}${table} SET ${column} = ? WHERE ${ofThese}`, [
    target,
    sources,
    these,
  ]);
  connection.run(`DELETE FROM ${PREFIX}${table} WHERE ${ofThese}`, [sources, these]);
  return events.length;
};

/**
 * Moves the links of series to the target. If the target is a term, also counts its events again. Call this
 * function after the links of all events are moved.
 */
export const finishMove = (
  connection: Connection,
  usage: UsageCounts,
  { kind, target, sources }: MovedLinks,
): void => {
  const isTerm = kind === "category" || kind === "tag";
  const link = isTerm ? "term" : kind;
  const ofSources = `kind = ? AND link_id IN ${SOURCES}`;
  const links = `${PREFIX}series_links`;
  connection.run(`UPDATE OR IGNORE ${links} SET link_id = ? WHERE ${ofSources}`, [target, link, sources]);
  connection.run(`DELETE FROM ${links} WHERE ${ofSources}`, [link, sources]);
  if (!isTerm) return;
  // The target counts the event of a former series directly, so the link of the series is removed: see
  // `LINKS_OF_SERIES`.
  connection.run(
    `DELETE FROM ${links} WHERE kind = 'term' AND link_id = ? AND EXISTS (SELECT 1 FROM ${PREFIX}event_terms e
       WHERE e.event_id = series_id AND e.term_id = link_id AND e.hidden = 0 AND e.status = ${links}.status)`,
    [target],
  );
  usage.write(connection);
  connection.run(`DELETE FROM ${PREFIX}term_usage WHERE term_id = ? OR term_id IN ${SOURCES}`, [
    target,
    sources,
  ]);
  connection.run(
    `INSERT INTO ${PREFIX}term_usage (term_id, status, count) SELECT ?, status, count(*) FROM (
       SELECT status FROM ${PREFIX}event_terms WHERE term_id = ? AND hidden = 0 AND series_id IS NULL
       UNION ALL SELECT status FROM ${links} WHERE kind = 'term' AND link_id = ?)
       GROUP BY status`,
    [target, target, target],
  );
};

/** Moves child categories of the merged categories below the target, and removes the merged terms. */
export const removeMergedTerms = (connection: Connection, { kind, target, sources }: MovedLinks): void => {
  connection.run(
    `UPDATE ${PREFIX}terms SET parent_id = ?, json = ${toRevised("json_set(json, '$.parentId', CAST(? AS INTEGER))")}
     WHERE parent_id IN ${SOURCES} AND id NOT IN ${SOURCES}`,
    [target, target, sources, sources],
  );
  for (const id of JSON.parse(sources) as readonly number[]) removeExternalIds(connection, kind, id);
  connection.run(`DELETE FROM ${PREFIX}terms WHERE id IN ${SOURCES}`, [sources]);
};
