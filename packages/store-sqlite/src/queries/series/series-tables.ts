import { PREFIX } from "../../database/prefix.ts";
import { OCCURRENCE_MONTHS } from "../event-months.ts";

/**
 * Tables of series.
 *
 * - An occurrence is a row of the table of events that contains the id of its series.
 * - The row of the series itself is not listed (`hidden`).
 * - `text_of` is the series whose text is searched for an occurrence; all other events have text of their
 *   own.
 * - Indexes in the order of lists contain `series_id` and `text_of`.
 * - The links of a series are the venues, organizers and terms of its listed occurrences in each status, as
 *   `reconcileSeries` last stored them.
 * - `has_own_texts` means that an occurrence of the series has, or had, text of its own.
 */
export const SERIES: string = `
CREATE TABLE ${PREFIX}series (
  id INTEGER PRIMARY KEY REFERENCES ${PREFIX}events (id),
  expanded_until TEXT,
  has_own_texts INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE ${PREFIX}series_links (
  series_id INTEGER NOT NULL REFERENCES ${PREFIX}series (id),
  kind TEXT NOT NULL,
  link_id INTEGER NOT NULL,
  status TEXT NOT NULL,
  PRIMARY KEY (series_id, kind, link_id, status)
) STRICT, WITHOUT ROWID;
CREATE INDEX ${PREFIX}series_links_by_link ON ${PREFIX}series_links (kind, link_id, status, series_id);
${OCCURRENCE_MONTHS}`;
