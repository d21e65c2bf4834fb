import { ICAL_SOURCE } from "@kalends/core/storage";
import { EVENT_MONTHS } from "../queries/event-months.ts";
import { SERIES } from "../queries/series/series-tables.ts";
import { SORTABLE_VALUES } from "../queries/sortable-values.ts";
import { CHANGE_LOG } from "./change-log.ts";
import type { Connection } from "./connection.ts";
import { EVENTS, linkedTable, linkTable, textIndex } from "./post-tables.ts";
import { PREFIX } from "./prefix.ts";

/**
 * Table with the version of the tables, and the names of everything that migrations have created, as a JSON
 * list.
 */
const LAYOUT = `
CREATE TABLE ${PREFIX}layout (version INTEGER NOT NULL, names TEXT NOT NULL) STRICT;
INSERT INTO ${PREFIX}layout (version, names) VALUES (0, '[]');`;

const RECORDS = `
CREATE TABLE ${PREFIX}sequences (name TEXT PRIMARY KEY, last INTEGER NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO ${PREFIX}sequences (name, last) VALUES ('record', 0), ('term', 0), ('account', 0);

CREATE TABLE ${PREFIX}records (id INTEGER PRIMARY KEY, kind TEXT NOT NULL) STRICT;
${EVENTS}

${linkTable("event_organizers", "organizer_id INTEGER NOT NULL")}
${linkTable("event_terms", "term_id INTEGER NOT NULL", "taxonomy TEXT NOT NULL")}

${linkedTable("venue", "venues")}
${linkedTable("organizer", "organizers")}

CREATE TABLE ${PREFIX}terms (
  id INTEGER PRIMARY KEY,
  taxonomy TEXT NOT NULL,
  slug TEXT NOT NULL,
  lower_name TEXT NOT NULL,
  folded_name TEXT NOT NULL,
  description TEXT NOT NULL,
  parent_id INTEGER NOT NULL,
  json TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX ${PREFIX}terms_by_slug ON ${PREFIX}terms (taxonomy, slug);
CREATE INDEX ${PREFIX}terms_by_lower_name ON ${PREFIX}terms (taxonomy, lower_name);
CREATE INDEX ${PREFIX}terms_by_parent ON ${PREFIX}terms (parent_id);

CREATE TABLE ${PREFIX}term_usage (
  term_id INTEGER NOT NULL,
  status TEXT NOT NULL,
  count INTEGER NOT NULL CHECK (count >= 0),
  PRIMARY KEY (term_id, status)
) STRICT, WITHOUT ROWID;

CREATE TABLE ${PREFIX}images (
  id INTEGER PRIMARY KEY REFERENCES ${PREFIX}records (id),
  url TEXT NOT NULL,
  source_url TEXT,
  created_utc TEXT NOT NULL,
  json TEXT NOT NULL
) STRICT;
CREATE INDEX ${PREFIX}images_by_url ON ${PREFIX}images (url);
CREATE INDEX ${PREFIX}images_by_source_url ON ${PREFIX}images (source_url) WHERE source_url IS NOT NULL;
CREATE INDEX ${PREFIX}images_by_date ON ${PREFIX}images (created_utc, id);
${textIndex("image", "images")}`;

/** Tables for lists by place and by plugin field. */
const PLACES = `
CREATE TABLE ${PREFIX}venue_places (
  id INTEGER PRIMARY KEY REFERENCES ${PREFIX}venues (id),
  status TEXT NOT NULL,
  author INTEGER NOT NULL,
  lat REAL NOT NULL,
  lng REAL NOT NULL
) STRICT;
CREATE TABLE ${PREFIX}venue_keys (
  key TEXT NOT NULL,
  venue_id INTEGER NOT NULL REFERENCES ${PREFIX}venues (id),
  status TEXT NOT NULL,
  author INTEGER NOT NULL,
  PRIMARY KEY (key, venue_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX ${PREFIX}venue_keys_by_venue ON ${PREFIX}venue_keys (venue_id);
CREATE VIRTUAL TABLE ${PREFIX}venue_boxes USING rtree (id, min_lat, max_lat, min_lng, max_lng);

CREATE TABLE ${PREFIX}extension_values (
  record_id INTEGER NOT NULL REFERENCES ${PREFIX}records (id),
  entry TEXT NOT NULL,
  PRIMARY KEY (record_id, entry)
) STRICT, WITHOUT ROWID;`;

/**
 * Returns the statement for a table of external ids. `kind` is the kind of a post, or the taxonomy of a term.
 * Several records may have the same id of the source `ical`.
 */
const externalIdTable = (table: string, reference: string): string => `
CREATE TABLE ${PREFIX}${table} (
  kind TEXT NOT NULL,
  source TEXT NOT NULL,
  external_id TEXT NOT NULL,
  record_id INTEGER NOT NULL REFERENCES ${PREFIX}${reference} (id),
  PRIMARY KEY (kind, source, external_id, record_id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX ${PREFIX}${table}_once ON ${PREFIX}${table} (kind, source, external_id)
  WHERE source <> '${ICAL_SOURCE}';
CREATE INDEX ${PREFIX}${table}_by_record ON ${PREFIX}${table} (record_id);`;

/** Tables of the external ids of records and terms, which have different id sequences. */
const EXTERNAL_IDS =
  externalIdTable("external_ids", "records") + externalIdTable("term_external_ids", "terms");

/** Table of leases. `until` is in milliseconds since 1970, by SQLite's own clock. */
const LEASES = `
CREATE TABLE ${PREFIX}leases (
  name TEXT PRIMARY KEY, owner TEXT NOT NULL, until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;`;

const USER_IDS = `
CREATE TABLE ${PREFIX}user_ids (number INTEGER PRIMARY KEY, host_id TEXT NOT NULL UNIQUE) STRICT;`;

/**
 * Tables of plugin records. Indexed values are numbers or texts; numbers sort before texts, and texts sort by
 * code point.
 */
const DOCUMENTS = `
CREATE TABLE ${PREFIX}documents (
  id INTEGER PRIMARY KEY,
  collection TEXT NOT NULL,
  key TEXT NOT NULL,
  json TEXT NOT NULL,
  UNIQUE (collection, key)
) STRICT;
CREATE TABLE ${PREFIX}document_values (
  collection TEXT NOT NULL,
  member TEXT NOT NULL,
  value ANY NOT NULL,
  key TEXT NOT NULL,
  document_id INTEGER NOT NULL REFERENCES ${PREFIX}documents (id),
  PRIMARY KEY (collection, member, value, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX ${PREFIX}document_values_by_document ON ${PREFIX}document_values (document_id);`;

/**
 * Table of the outbox. `json` is the complete change. A position is never used again, even after the last
 * entry was removed.
 */
const OUTBOX = `
CREATE TABLE ${PREFIX}outbox (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  time INTEGER NOT NULL,
  json TEXT NOT NULL
) STRICT;
CREATE TABLE ${PREFIX}outbox_readers (
  name TEXT PRIMARY KEY, id TEXT NOT NULL, began INTEGER NOT NULL, position INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE ${PREFIX}outbox_failures (
  reader TEXT NOT NULL REFERENCES ${PREFIX}outbox_readers (name),
  position INTEGER NOT NULL,
  is_set_aside INTEGER NOT NULL,
  json TEXT NOT NULL,
  PRIMARY KEY (reader, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX ${PREFIX}outbox_failures_by_kind ON ${PREFIX}outbox_failures (reader, is_set_aside, position);
CREATE INDEX ${PREFIX}outbox_failures_by_position ON ${PREFIX}outbox_failures (position);`;

/** Table of earlier contents of records. `about` is the version without its content, as JSON. */
const VERSIONS = `
CREATE TABLE ${PREFIX}versions (
  record_id INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  about TEXT NOT NULL,
  content TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX ${PREFIX}versions_by_record ON ${PREFIX}versions (record_id, revision);`;

/** One migration: SQL to execute, or a function for steps that SQL alone cannot do. */
export type Migration = string | ((connection: Connection) => void);

/** Version after the first migration. A lower version belongs to a file from before the first release. */
export const FIRST_VERSION = 16;

/**
 * Migrations from a file without a calendar to the current tables, in order. Each increases the version by
 * one. Never change a migration that was released; add a new one.
 */
export const MIGRATIONS: readonly Migration[] = [
  [
    LAYOUT,
    RECORDS,
    PLACES,
    EXTERNAL_IDS,
    CHANGE_LOG,
    EVENT_MONTHS,
    LEASES,
    USER_IDS,
    DOCUMENTS,
    SORTABLE_VALUES,
    OUTBOX,
    VERSIONS,
    SERIES,
  ].join("\n"),
];
