import { PREFIX } from "./prefix.ts";

/**
 * Columns for look-ups that the tables of events, venues and organizers have in common. Each of these tables
 * also has a column `json` with the record itself.
 */
const POST_COLUMNS = `
  id INTEGER PRIMARY KEY REFERENCES ${PREFIX}records (id),
  status TEXT NOT NULL,
  author INTEGER NOT NULL,
  slug TEXT NOT NULL,
  claims_slug INTEGER NOT NULL,
  published TEXT NOT NULL,
  published_utc TEXT NOT NULL,
  modified_utc TEXT NOT NULL,
  title TEXT NOT NULL,
  image_id INTEGER`;

/**
 * Returns an index in an order of lists. It contains the columns by which most lists filter, so that records
 * outside of the list are skipped without reading them.
 */
const orderIndex = (table: string, name: string, column: string, listed: string): string => `
CREATE INDEX ${PREFIX}${table}_by_${name} ON ${PREFIX}${table} (${column}, id, ${listed});`;

const slugIndexes = (table: string): string => `
CREATE UNIQUE INDEX ${PREFIX}${table}_claimed_slug ON ${PREFIX}${table} (slug) WHERE claims_slug = 1;
CREATE INDEX ${PREFIX}${table}_by_slug ON ${PREFIX}${table} (slug, claims_slug DESC);`;

/** Returns an index for finding the records that use an image. */
const imageIndex = (table: string): string => `
CREATE INDEX ${PREFIX}${table}_by_image ON ${PREFIX}${table} (image_id, id) WHERE image_id IS NOT NULL;`;

export const textIndex = (name: string, table: string): string => `
CREATE TABLE ${PREFIX}${name}_texts (
  id INTEGER PRIMARY KEY REFERENCES ${PREFIX}${table} (id), text TEXT NOT NULL
) STRICT;
CREATE VIRTUAL TABLE ${PREFIX}${name}_search USING fts5 (
  text, content = '${PREFIX}${name}_texts', content_rowid = 'id', columnsize = 0, detail = none,
  tokenize = 'trigram case_sensitive 1'
);`;

export const linkedTable = (name: string, table: string): string => `
CREATE TABLE ${PREFIX}${table} (${POST_COLUMNS},
  folded_name TEXT NOT NULL,
  folded_description TEXT NOT NULL,
  json TEXT NOT NULL
) STRICT;
${slugIndexes(table)}
CREATE INDEX ${PREFIX}${table}_due ON ${PREFIX}${table} (published_utc) WHERE status = 'future';
CREATE INDEX ${PREFIX}${table}_by_status ON ${PREFIX}${table} (status, published, id);
CREATE INDEX ${PREFIX}${table}_by_date ON ${PREFIX}${table} (published, id, status, author);
CREATE INDEX ${PREFIX}${table}_by_name ON ${PREFIX}${table} (folded_name) WHERE status <> 'trash';
${orderIndex(table, "title", "title", "status, author")}
${orderIndex(table, "modified", "modified_utc", "status, author")}
${imageIndex(table)}
${textIndex(name, table)}`;

/**
 * Returns the statement for a table that links events to organizers or terms.
 * The table repeats the columns of events that lists filter by, in the order of lists. The events of one
 * organizer or term can then be listed and counted without reading the table of events.
 */
export const linkTable = (table: string, key: string, ...others: readonly string[]): string => `
CREATE TABLE ${PREFIX}${table} (
  ${[key, ...others].join(",\n  ")},
  event_id INTEGER NOT NULL REFERENCES ${PREFIX}events (id),
  status TEXT NOT NULL,
  author INTEGER NOT NULL,
  published TEXT NOT NULL,
  hidden INTEGER NOT NULL,
  featured INTEGER NOT NULL,
  starts TEXT NOT NULL,
  ends TEXT NOT NULL,
  utc_starts TEXT NOT NULL,
  utc_ends TEXT NOT NULL,
  series_id INTEGER,
  text_of INTEGER,
  PRIMARY KEY (${key.split(" ")[0]}, starts, published, event_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX ${PREFIX}${table}_by_event ON ${PREFIX}${table} (event_id);`;

/**
 * Columns of events that lists filter by, in addition to dates. `venue_id` is for lists by place; `series_id`
 * and `text_of` are for searches.
 */
const LISTED = "featured, venue_id, series_id, text_of, has_image";

/** Columns by which lists in the order of a member filter. */
const LISTED_IN_ORDER = "status, hidden, starts, utc_starts, author";

/**
 * Table of events. The index by venue contains all columns by which lists of a venue or place filter and
 * sort. The index by UTC start also contains the local start, by which events are counted by month.
 */
export const EVENTS: string = `
CREATE TABLE ${PREFIX}events (${POST_COLUMNS},
  hidden INTEGER NOT NULL,
  featured INTEGER NOT NULL,
  starts TEXT NOT NULL,
  ends TEXT NOT NULL,
  utc_starts TEXT NOT NULL,
  utc_ends TEXT NOT NULL,
  venue_id INTEGER,
  parent_id INTEGER,
  series_id INTEGER REFERENCES ${PREFIX}events (id),
  recurrence_id TEXT,
  text_of INTEGER,
  occupancy TEXT,
  has_image INTEGER NOT NULL,
  json TEXT NOT NULL
) STRICT;
${slugIndexes("events")}
CREATE INDEX ${PREFIX}events_by_parent ON ${PREFIX}events (parent_id) WHERE parent_id IS NOT NULL;
${imageIndex("events")}
CREATE INDEX ${PREFIX}events_due ON ${PREFIX}events (published_utc) WHERE status = 'future' AND series_id IS NULL;
${["", "utc_"]
  .map(
    (clock) => `
CREATE INDEX ${PREFIX}events_by_status_${clock}start
  ON ${PREFIX}events (status, ${clock}starts, published, id, ${clock}ends, ${LISTED}) WHERE hidden = 0;
CREATE INDEX ${PREFIX}events_by_${clock}start
  ON ${PREFIX}events (${clock}starts, published, id, status, author, ${clock}ends, ${LISTED}${clock && ", starts"})
  WHERE hidden = 0;
CREATE INDEX ${PREFIX}events_by_series_${clock}start ON ${PREFIX}events
  (series_id, ${clock}starts, published, id, status, author, ${clock}ends, featured, venue_id, hidden, text_of)
  WHERE series_id IS NOT NULL;`,
  )
  .join("")}
CREATE INDEX ${PREFIX}events_by_venue ON ${PREFIX}events
  (venue_id, status, hidden, starts, published, utc_starts, ends, utc_ends, author, featured, series_id, text_of)
  WHERE venue_id IS NOT NULL;
CREATE INDEX ${PREFIX}events_by_author ON ${PREFIX}events
  (author, status, hidden, starts, published, id, utc_starts);
CREATE INDEX ${PREFIX}events_hidden ON ${PREFIX}events
  (starts, published, id, status, author, utc_starts, ends, utc_ends, ${LISTED}) WHERE hidden = 1;
${orderIndex("events", "title", "title", LISTED_IN_ORDER)}
${orderIndex("events", "modified", "modified_utc", `${LISTED_IN_ORDER}, published`)}
${orderIndex("events", "published", "published", LISTED_IN_ORDER)}
CREATE INDEX ${PREFIX}events_by_occupancy ON ${PREFIX}events
  (venue_id, occupancy, utc_starts, id, utc_ends, series_id) WHERE occupancy IS NOT NULL;
CREATE INDEX ${PREFIX}events_by_recurrence ON ${PREFIX}events (series_id, recurrence_id)
  WHERE series_id IS NOT NULL;
${textIndex("event", "events")}`;
