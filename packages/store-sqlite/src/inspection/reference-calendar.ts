import type { CalendarEvent, Image, Organizer, Term, Venue } from "@kalends/core";
import type { Account } from "@kalends/core/storage";
import type { Connection } from "../database/connection.ts";
import { openEmptyCalendar } from "../database/migrate.ts";
import { createUsageCounts } from "../queries/usage-counts.ts";
import { saveAccount } from "../repositories/account-repository.ts";
import { saveEvent } from "../repositories/event-repository.ts";
import { saveImage } from "../repositories/image-repository.ts";
import { saveOrganizer, saveVenue } from "../repositories/linked-repository.ts";
import { saveTerm } from "../repositories/term-repository.ts";
import type { DeferredWrites } from "../transactions/deferred-writes.ts";
import type { DeferredWork } from "../transactions/transactions.ts";
import { DERIVED, type DerivedTable, type RecordTable, rowsOf } from "./derived-tables.ts";

/** Types of the records in each table. */
export interface RecordsOf {
  readonly events: CalendarEvent;
  readonly venues: Venue;
  readonly organizers: Organizer;
  readonly images: Image;
  readonly terms: Term;
  readonly accounts: Account;
}

/** Empty calendar in memory. It derives the rows of a record with the same functions that store it. */
export interface ReferenceCalendar {
  readonly connection: Connection;
  /**
   * Returns the rows of each derived table for a record. If the record is invalid, throws the error of
   * storing it.
   */
  derive<Table extends RecordTable>(
    table: Table,
    record: RecordsOf[Table],
  ): readonly (readonly [DerivedTable, readonly string[]])[];
  close(): void;
}

const SAVE: {
  readonly [Table in RecordTable]: (
    connection: Connection,
    later: DeferredWork,
    record: RecordsOf[Table],
  ) => unknown;
} = {
  events: saveEvent,
  venues: saveVenue,
  organizers: saveOrganizer,
  images: saveImage,
  terms: (connection, _later, term) => saveTerm(connection, term),
  accounts: (connection, _later, account) => saveAccount(connection, account),
};

/** Deferred writes that do nothing, because the text index is checked separately. */
export const NO_DEFERRED_WRITES: DeferredWrites = {
  add: () => undefined,
  run: () => undefined,
  runMany: () => undefined,
  clear: () => undefined,
  beginUnit: () => undefined,
  undoUnit: () => undefined,
  mark: () => 0,
  undoTo: () => undefined,
};

export const createReferenceCalendar = (): ReferenceCalendar => {
  const connection = openEmptyCalendar();
  // The records to which a derived record refers do not exist in this database.
  connection.script("PRAGMA foreign_keys = OFF");
  return {
    connection,
    derive(table, record) {
      connection.run("BEGIN");
      try {
        SAVE[table](connection, { deferred: NO_DEFERRED_WRITES, usage: createUsageCounts() }, record);
        return DERIVED[table].map((derived) => [derived, rowsOf(connection, derived, record.id)] as const);
      } finally {
        connection.run("ROLLBACK");
      }
    },
    close: () => connection.close(),
  };
};
