import type { WallClock } from "@kalends/core";
import type { PostStatus } from "@kalends/core/storage";
import type { Connection } from "../../database/connection.ts";
import { PREFIX } from "../../database/prefix.ts";
import type { UsageCounts } from "../usage-counts.ts";

const OCCURRENCES = `FROM ${PREFIX}events e INDEXED BY ${PREFIX}events_by_series_start`;
const LISTED = "WHERE e.series_id = ? AND e.hidden = 0";

/**
 * Selects the venues, organizers and terms of a series' occurrences, without occurrences that are hidden from
 * lists. The series' own event is listed if it no longer recurs. Its terms are then left out, because their
 * counts already include this event.
 */
export const LINKS_OF_SERIES: string = `SELECT json_array(kind, link_id, status) FROM (
  SELECT 'venue' AS kind, e.venue_id AS link_id, e.status ${OCCURRENCES} ${LISTED} AND e.venue_id IS NOT NULL
  UNION SELECT 'organizer', l.organizer_id, e.status
    ${OCCURRENCES} CROSS JOIN ${PREFIX}event_organizers l ON l.event_id = e.id ${LISTED}
  UNION SELECT 'term', l.term_id, e.status ${OCCURRENCES} CROSS JOIN ${PREFIX}event_terms l ON l.event_id = e.id ${LISTED}
  EXCEPT SELECT 'term', term_id, status FROM ${PREFIX}event_terms WHERE event_id = ? AND hidden = 0)`;

const KNOWN = `SELECT json_array(kind, link_id, status) FROM ${PREFIX}series_links WHERE series_id = ?`;
const ADD = `INSERT INTO ${PREFIX}series_links (series_id, kind, link_id, status) VALUES (?, ?, ?, ?)`;
const REMOVE = `DELETE FROM ${PREFIX}series_links WHERE series_id = ? AND kind = ? AND link_id = ? AND status = ?`;
const EXPANDED = `INSERT INTO ${PREFIX}series (id, expanded_until) VALUES (?, ?) ON CONFLICT (id) DO UPDATE
  SET expanded_until = excluded.expanded_until WHERE expanded_until IS NOT excluded.expanded_until`;

type Link = readonly [kind: string, id: number, status: PostStatus];

/** Updates the links of a series: see `EventRepository.reconcileSeries`. */
export const reconcileSeries = (
  connection: Connection,
  usage: UsageCounts,
  seriesId: number,
  expandedUntil: WallClock | undefined,
): void => {
  connection.run(EXPANDED, [seriesId, expandedUntil ?? null]);
  const known = new Set(connection.column<string>(KNOWN, [seriesId]));
  const links = new Set(connection.column<string>(LINKS_OF_SERIES, [seriesId, seriesId, seriesId, seriesId]));
  const change = (texts: readonly string[], statement: string, by: 1 | -1): void => {
    for (const text of texts) {
      // The type is safe, because the statement above returns it.
      const [kind, id, status] = JSON.parse(text) as Link;
      connection.run(statement, [seriesId, kind, id, status]);
      if (kind === "term") usage.add({ status, ids: [id] }, by);
    }
  };
  change(
    [...known].filter((link) => !links.has(link)),
    REMOVE,
    -1,
  );
  change(
    [...links].filter((link) => !known.has(link)),
    ADD,
    1,
  );
};
