import { EVENT_MONTHS } from "../queries/event-months.ts";
import { fillExtensionValues } from "../queries/extension-values.ts";
import { SERIES } from "../queries/series/series-tables.ts";
import { addSortableValues } from "../queries/sortable-values.ts";
import { CHANGE_LOG } from "./change-log.ts";
import type { Connection } from "./connection.ts";

/** What is common to the tables of events, venues and organizers. `json` is the whole record; columns serve look-ups. */
const POST_COLUMNS = `
  id INTEGER PRIMARY KEY REFERENCES records (id),
  status TEXT NOT NULL,
  author INTEGER NOT NULL,
  slug TEXT NOT NULL,
  claims_slug INTEGER NOT NULL,
  published TEXT NOT NULL,
  published_utc TEXT NOT NULL`;

const postIndexes = (table: string): string => `
CREATE UNIQUE INDEX ${table}_claimed_slug ON ${table} (slug) WHERE claims_slug = 1;
CREATE INDEX ${table}_by_slug ON ${table} (slug, claims_slug DESC);
CREATE INDEX ${table}_due ON ${table} (published_utc) WHERE status = 'future';`;

const textIndex = (name: string, table: string): string => `
CREATE TABLE ${name}_texts (id INTEGER PRIMARY KEY REFERENCES ${table} (id), text TEXT NOT NULL) STRICT;
CREATE VIRTUAL TABLE ${name}_search USING fts5 (
  text, content = '${name}_texts', content_rowid = 'id', columnsize = 0, detail = none,
  tokenize = 'trigram case_sensitive 1'
);`;

const linkedTable = (name: string, table: string): string => `
CREATE TABLE ${table} (${POST_COLUMNS},
  folded_name TEXT NOT NULL,
  folded_description TEXT NOT NULL,
  json TEXT NOT NULL
) STRICT;
${postIndexes(table)}
CREATE INDEX ${table}_by_status ON ${table} (status, published, id);
CREATE INDEX ${table}_by_date ON ${table} (published, id, status, author);
CREATE INDEX ${table}_by_name ON ${table} (folded_name) WHERE status <> 'trash';
${textIndex(name, table)}`;

/**
 * The links of events. They repeat the columns of events that lists look at, in the order of lists, so that the events of
 * one term or organizer are read and counted here.
 */
const linkTable = (table: string, key: string, ...others: readonly string[]): string => `
CREATE TABLE ${table} (
  ${[key, ...others].join(",\n  ")},
  event_id INTEGER NOT NULL REFERENCES events (id),
  status TEXT NOT NULL,
  author INTEGER NOT NULL,
  published TEXT NOT NULL,
  hidden INTEGER NOT NULL,
  featured INTEGER NOT NULL,
  starts TEXT NOT NULL,
  ends TEXT NOT NULL,
  utc_starts TEXT NOT NULL,
  utc_ends TEXT NOT NULL,
  PRIMARY KEY (${key.split(" ")[0]}, starts, published, event_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX ${table}_by_event ON ${table} (event_id);`;

const FIRST = `
CREATE TABLE sequences (name TEXT PRIMARY KEY, last INTEGER NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO sequences (name, last) VALUES ('record', 0), ('term', 0), ('account', 0);

CREATE TABLE records (id INTEGER PRIMARY KEY, kind TEXT NOT NULL) STRICT;

CREATE TABLE events (${POST_COLUMNS},
  hidden INTEGER NOT NULL,
  featured INTEGER NOT NULL,
  starts TEXT NOT NULL,
  ends TEXT NOT NULL,
  utc_starts TEXT NOT NULL,
  utc_ends TEXT NOT NULL,
  venue_id INTEGER,
  parent_id INTEGER,
  json TEXT NOT NULL
) STRICT;
${postIndexes("events")}
CREATE INDEX events_by_status_start ON events (status, starts, published, id, ends, featured) WHERE hidden = 0;
CREATE INDEX events_by_start ON events (starts, published, id, status, author, ends, featured) WHERE hidden = 0;
CREATE INDEX events_by_status_utc_start ON events (status, utc_starts, published, id, utc_ends, featured)
  WHERE hidden = 0;
CREATE INDEX events_by_utc_start ON events (utc_starts, published, id, status, author, utc_ends, featured)
  WHERE hidden = 0;
CREATE INDEX events_by_venue ON events (venue_id, status, hidden, starts, utc_starts, author)
  WHERE venue_id IS NOT NULL;
CREATE INDEX events_by_parent ON events (parent_id) WHERE parent_id IS NOT NULL;
${textIndex("event", "events")}

${linkTable("event_organizers", "organizer_id INTEGER NOT NULL")}
${linkTable("event_terms", "term_id INTEGER NOT NULL", "taxonomy TEXT NOT NULL")}

${linkedTable("venue", "venues")}
${linkedTable("organizer", "organizers")}

CREATE TABLE terms (
  id INTEGER PRIMARY KEY,
  taxonomy TEXT NOT NULL,
  slug TEXT NOT NULL,
  lower_name TEXT NOT NULL,
  folded_name TEXT NOT NULL,
  description TEXT NOT NULL,
  parent_id INTEGER NOT NULL,
  json TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX terms_by_slug ON terms (taxonomy, slug);
CREATE INDEX terms_by_lower_name ON terms (taxonomy, lower_name);
CREATE INDEX terms_by_parent ON terms (parent_id);

CREATE TABLE term_usage (
  term_id INTEGER NOT NULL,
  status TEXT NOT NULL,
  count INTEGER NOT NULL CHECK (count >= 0),
  PRIMARY KEY (term_id, status)
) STRICT, WITHOUT ROWID;

CREATE TABLE images (
  id INTEGER PRIMARY KEY REFERENCES records (id),
  url TEXT NOT NULL,
  source_url TEXT,
  json TEXT NOT NULL
) STRICT;
CREATE INDEX images_by_url ON images (url);
CREATE INDEX images_by_source_url ON images (source_url) WHERE source_url IS NOT NULL;
`;

/** Only where a calendar has users of its own. */
export const ACCOUNT_TABLES = `
CREATE TABLE IF NOT EXISTS accounts (
  id INTEGER PRIMARY KEY, folded_name TEXT NOT NULL UNIQUE, json TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS credentials (
  id TEXT PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES accounts (id)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS credentials_by_account ON credentials (account_id);
`;

/** Lists by place, and by fields of plugins. Indexes of events also have the venue, which lists by place look at. */
const PLACES = `
CREATE TABLE venue_places (
  id INTEGER PRIMARY KEY REFERENCES venues (id),
  status TEXT NOT NULL,
  author INTEGER NOT NULL,
  lat REAL NOT NULL,
  lng REAL NOT NULL
) STRICT;
CREATE VIRTUAL TABLE venue_boxes USING rtree (id, min_lat, max_lat, min_lng, max_lng);

CREATE TABLE extension_values (
  record_id INTEGER NOT NULL REFERENCES records (id),
  entry TEXT NOT NULL,
  PRIMARY KEY (record_id, entry)
) STRICT, WITHOUT ROWID;

INSERT INTO venue_places (id, status, author, lat, lng)
  SELECT id, status, author, json ->> '$.coordinates.lat', json ->> '$.coordinates.lng'
  FROM venues WHERE json ->> '$.coordinates.lat' IS NOT NULL;
INSERT INTO venue_boxes SELECT id, lat, lat, lng, lng FROM venue_places;

DROP INDEX events_by_status_start;
DROP INDEX events_by_start;
DROP INDEX events_by_status_utc_start;
DROP INDEX events_by_utc_start;
CREATE INDEX events_by_status_start ON events (status, starts, published, id, ends, featured, venue_id)
  WHERE hidden = 0;
CREATE INDEX events_by_start ON events (starts, published, id, status, author, ends, featured, venue_id)
  WHERE hidden = 0;
CREATE INDEX events_by_status_utc_start ON events (status, utc_starts, published, id, utc_ends, featured, venue_id)
  WHERE hidden = 0;
CREATE INDEX events_by_utc_start ON events (utc_starts, published, id, status, author, utc_ends, featured, venue_id)
  WHERE hidden = 0;`;

/** Which image a record shows, so that the records that show one are found. */
const IMAGE_USE = ["events", "venues", "organizers"]
  .map(
    (table) => `
ALTER TABLE ${table} ADD COLUMN image_id INTEGER;
UPDATE ${table} SET image_id = json ->> '$.imageId' WHERE json ->> '$.imageId' IS NOT NULL;
CREATE INDEX ${table}_by_image ON ${table} (image_id, id) WHERE image_id IS NOT NULL;`,
  )
  .join("");

/** Lists by venue and by place read all that they look at, and their order, from this index. */
const EVENTS_OF_VENUES = `
DROP INDEX events_by_venue;
CREATE INDEX events_by_venue
  ON events (venue_id, status, hidden, starts, published, utc_starts, ends, utc_ends, author, featured)
  WHERE venue_id IS NOT NULL;`;

/** Until when, in milliseconds of the Unix time, by SQLite's own clock. */
const LEASES = `
CREATE TABLE leases (name TEXT PRIMARY KEY, owner TEXT NOT NULL, until INTEGER NOT NULL) STRICT, WITHOUT ROWID;`;

const USER_IDS = `
CREATE TABLE user_ids (number INTEGER PRIMARY KEY, host_id TEXT NOT NULL UNIQUE) STRICT;`;

/** What plugins keep beside the records. Values are numbers or texts, which sort in this order, and texts by code point. */
const DOCUMENTS = `
CREATE TABLE documents (
  id INTEGER PRIMARY KEY,
  collection TEXT NOT NULL,
  key TEXT NOT NULL,
  json TEXT NOT NULL,
  UNIQUE (collection, key)
) STRICT;
CREATE TABLE document_values (
  collection TEXT NOT NULL,
  member TEXT NOT NULL,
  value ANY NOT NULL,
  key TEXT NOT NULL,
  document_id INTEGER NOT NULL REFERENCES documents (id),
  PRIMARY KEY (collection, member, value, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX document_values_by_document ON document_values (document_id);`;

/** What happened; `json` is the whole change. Positions are never given twice, also after the last entry was removed. */
const OUTBOX = `
CREATE TABLE outbox (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  time INTEGER NOT NULL,
  json TEXT NOT NULL
) STRICT;
CREATE TABLE outbox_readers (
  name TEXT PRIMARY KEY, id TEXT NOT NULL, began INTEGER NOT NULL, position INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE outbox_failures (
  reader TEXT NOT NULL REFERENCES outbox_readers (name),
  position INTEGER NOT NULL,
  is_set_aside INTEGER NOT NULL,
  json TEXT NOT NULL,
  PRIMARY KEY (reader, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX outbox_failures_by_kind ON outbox_failures (reader, is_set_aside, position);
CREATE INDEX outbox_failures_by_position ON outbox_failures (position);`;

/** What is executed, or done where SQL alone cannot do it. */
type Migration = string | ((connection: Connection) => void);

/**
 * The steps from an empty file to the tables of today, in order; the number of a step is its place, from 1. A step that has
 * been released never changes: add another.
 */
export const MIGRATIONS: readonly Migration[] = [
  FIRST,
  PLACES,
  fillExtensionValues,
  IMAGE_USE,
  CHANGE_LOG,
  EVENT_MONTHS,
  EVENTS_OF_VENUES,
  LEASES,
  USER_IDS,
  DOCUMENTS,
  addSortableValues,
  OUTBOX,
  SERIES,
];
