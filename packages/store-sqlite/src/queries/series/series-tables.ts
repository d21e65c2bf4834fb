import { OCCURRENCE_MONTHS } from "../event-months.ts";

/** What lists look at of events beside their dates. */
const LISTED = "featured, venue_id, series_id, text_of";

/**
 * Occurrences are rows of `events` with the id of their series, which are not listed themselves (`hidden`). `text_of` is the series
 * by whose text an occurrence is found; the others, and all other events, have texts of their own. Indexes that lists go along have
 * both columns. `series_links` has which venues, organizers and terms the listed occurrences of a series have, in each status: as
 * `settleSeries` has found it last. `has_own_texts`: an occurrence has, or had, a text of its own.
 */
export const SERIES: string = `
ALTER TABLE events ADD COLUMN series_id INTEGER REFERENCES events (id);
ALTER TABLE events ADD COLUMN recurrence_id TEXT;
ALTER TABLE events ADD COLUMN text_of INTEGER;
${["event_organizers", "event_terms"]
  .map(
    (table) => `
ALTER TABLE ${table} ADD COLUMN series_id INTEGER;
ALTER TABLE ${table} ADD COLUMN text_of INTEGER;`,
  )
  .join("")}

DROP INDEX events_due;
CREATE INDEX events_due ON events (published_utc) WHERE status = 'future' AND series_id IS NULL;

DROP INDEX events_by_status_start;
DROP INDEX events_by_start;
DROP INDEX events_by_status_utc_start;
DROP INDEX events_by_utc_start;
DROP INDEX events_by_venue;
${["", "utc_"]
  .map(
    (clock) => `
CREATE INDEX events_by_status_${clock}start ON events (status, ${clock}starts, published, id, ${clock}ends, ${LISTED})
  WHERE hidden = 0;
CREATE INDEX events_by_${clock}start ON events (${clock}starts, published, id, status, author, ${clock}ends, ${LISTED})
  WHERE hidden = 0;
CREATE INDEX events_by_series_${clock}start
  ON events (series_id, ${clock}starts, published, id, status, author, ${clock}ends, featured, venue_id, hidden, text_of)
  WHERE series_id IS NOT NULL;`,
  )
  .join("")}
CREATE INDEX events_by_venue
  ON events (venue_id, status, hidden, starts, published, utc_starts, ends, utc_ends, author, featured, series_id, text_of)
  WHERE venue_id IS NOT NULL;
CREATE INDEX events_by_recurrence ON events (series_id, recurrence_id) WHERE series_id IS NOT NULL;

CREATE TABLE series (
  id INTEGER PRIMARY KEY REFERENCES events (id),
  expanded_until TEXT,
  has_own_texts INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE series_links (
  series_id INTEGER NOT NULL REFERENCES series (id),
  kind TEXT NOT NULL,
  link_id INTEGER NOT NULL,
  status TEXT NOT NULL,
  PRIMARY KEY (series_id, kind, link_id, status)
) STRICT, WITHOUT ROWID;
CREATE INDEX series_links_by_link ON series_links (kind, link_id, status, series_id);
${OCCURRENCE_MONTHS}`;
