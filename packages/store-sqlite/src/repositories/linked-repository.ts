import type { Organizer, Venue } from "@kalends/core";
import {
  foldName,
  type LinkedRepository,
  type OrganizerRepository,
  organizerSearchFields,
  titleOf,
  type VenueQuery,
  type VenueRepository,
  venueSearchFields,
} from "@kalends/core/storage";
import type { Connection } from "../database/connection.ts";
import { PREFIX } from "../database/prefix.ts";
import { saveExtensionValues } from "../queries/extension-values.ts";
import { removeExternalIds, requireFreeExternalIds, saveExternalIds } from "../queries/external-ids.ts";
import { SOURCES } from "../queries/lists.ts";
import { saveExtensionScalars } from "../queries/sortable-values.ts";
import { every, isVisible, sql, when } from "../queries/sql.ts";
import { removeStaleTexts, saveText } from "../queries/text-index.ts";
import { findDuplicates, removeKeys, saveKeys } from "../queries/venue-duplicates.ts";
import { removeLocation, saveLocation } from "../queries/venue-locations.ts";
import type { DeferredWork } from "../transactions/transactions.ts";
import { createPostRepository, isSlugTaken, POST_COLUMNS } from "./post-repository.ts";
import { type Column, createReader, createRowWriter, type ListingSession, reserveId } from "./records.ts";

/** Functions and names in which venues and organizers differ. */
interface LinkedKind<T> {
  readonly kind: "venue" | "organizer";
  readonly table: "venues" | "organizers";
  searchFields(record: T): readonly string[];
  saveRow(connection: Connection, record: T): void;
  /** Stores additional values by which records of this kind are found. */
  saveMore?(connection: Connection, record: T): void;
  removeMore?(connection: Connection, id: number): void;
}

const COLUMNS: readonly Column<Venue | Organizer>[] = [
  ...POST_COLUMNS,
  ["title", ({ name }) => titleOf(name)],
  ["folded_name", ({ name }) => foldName(name)],
  ["folded_description", ({ description }) => foldName(description)],
];

const VENUES: LinkedKind<Venue> = {
  kind: "venue",
  table: "venues",
  searchFields: venueSearchFields,
  saveRow: createRowWriter<Venue>("venues", COLUMNS),
  saveMore(connection, venue) {
    saveLocation(connection, venue);
    saveKeys(connection, venue);
  },
  removeMore(connection, id) {
    removeLocation(connection, id);
    removeKeys(connection, id);
  },
};
const ORGANIZERS: LinkedKind<Organizer> = {
  kind: "organizer",
  table: "organizers",
  searchFields: organizerSearchFields,
  saveRow: createRowWriter<Organizer>("organizers", COLUMNS),
};

/**
 * Stores a record. Returns false if its slug is taken. Throws like `requireFreeExternalIds` and `reserveId`.
 */
const save = <T extends Venue | Organizer>(
  connection: Connection,
  { deferred }: Pick<DeferredWork, "deferred">,
  { kind, table, searchFields, saveRow, saveMore }: LinkedKind<T>,
  record: T,
): boolean => {
  if (isSlugTaken(connection, table, record)) return false;
  requireFreeExternalIds(connection, kind, record);
  const isNew = reserveId(connection, kind, record.id);
  saveRow(connection, record);
  saveText(connection, deferred, { index: kind, id: record.id, isNew }, searchFields(record).join("\n"));
  saveExtensionValues(connection, record, isNew);
  saveExtensionScalars(connection, record, isNew);
  saveExternalIds(connection, kind, record, isNew);
  saveMore?.(connection, record);
  return true;
};

export const saveVenue = (connection: Connection, later: DeferredWork, venue: Venue): boolean =>
  save(connection, later, VENUES, venue);

export const saveOrganizer = (connection: Connection, later: DeferredWork, organizer: Organizer): boolean =>
  save(connection, later, ORGANIZERS, organizer);

/** Removes a record with all its index entries. Returns false if it does not exist. */
const remove = <T extends Venue | Organizer>(
  connection: Connection,
  { deferred }: Pick<DeferredWork, "deferred">,
  { kind, table, removeMore }: LinkedKind<T>,
  id: number,
): boolean => {
  if (connection.value(`SELECT id FROM ${PREFIX}${table} WHERE id = ?`, [id]) === undefined) return false;
  removeMore?.(connection, id);
  connection.run(`DELETE FROM ${PREFIX}extension_values WHERE record_id = ?`, [id]);
  connection.run(`DELETE FROM ${PREFIX}extension_scalars WHERE record_id = ?`, [id]);
  removeExternalIds(connection, kind, id);
  saveText(connection, deferred, { index: kind, id, isNew: false }, undefined);
  connection.run(`DELETE FROM ${PREFIX}${table} WHERE id = ?`, [id]);
  connection.run(`DELETE FROM ${PREFIX}records WHERE id = ?`, [id]);
  removeStaleTexts(connection, deferred, kind);
  return true;
};

export const removeVenue = (connection: Connection, later: DeferredWork, id: number): boolean =>
  remove(connection, later, VENUES, id);

export const removeOrganizer = (connection: Connection, later: DeferredWork, id: number): boolean =>
  remove(connection, later, ORGANIZERS, id);

/** Creates the common part of the repositories of venues and organizers. */
const createLinkedRepository = <T extends Venue | Organizer>(
  session: ListingSession,
  linked: LinkedKind<T>,
): LinkedRepository<T, VenueQuery> => {
  const { table } = linked;
  return {
    ...createPostRepository<T, VenueQuery>(session, table, (query) => ({ kind: table, query })),
    save: (record) => session.write((connection, later) => save(connection, later, linked, record)),
    remove: (id) => session.write((connection, later) => remove(connection, later, linked, id)),
    findDuplicate(name, description, visible) {
      const { text, values } = every([
        sql`status <> 'trash' AND folded_name = ${foldName(name)}`,
        ...when(description, (wanted) => sql`folded_description = ${foldName(wanted)}`),
        ...when(visible, (shown) => isVisible(`${PREFIX}${table}`, shown)),
      ]);
      return createReader<T>(session, SOURCES[table]).one(
        `SELECT id FROM ${PREFIX}${table} INDEXED BY ${PREFIX}${table}_by_name WHERE ${text} ORDER BY id LIMIT 1`,
        values,
      );
    },
  };
};

export const createVenueRepository = (session: ListingSession): VenueRepository => ({
  ...createLinkedRepository(session, VENUES),
  duplicates: (visible, paging) => session.read((connection) => findDuplicates(connection, visible, paging)),
});

export const createOrganizerRepository = (session: ListingSession): OrganizerRepository =>
  createLinkedRepository(session, ORGANIZERS);
