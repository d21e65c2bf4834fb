import type { Account, CalendarEvent, Image, Organizer, Term, Venue } from "@kalends/core";
import type { Connection } from "../database/connection.ts";
import { openEmptyCalendar } from "../database/migrate.ts";
import { createUsageCounts } from "../queries/usage-counts.ts";
import { saveAccount } from "../repositories/account-repository.ts";
import { saveEvent } from "../repositories/event-repository.ts";
import { saveImage } from "../repositories/image-repository.ts";
import { saveOrganizer, saveVenue } from "../repositories/linked-repository.ts";
import { saveTerm } from "../repositories/term-repository.ts";
import type { DeferredWrites } from "../transactions/deferred-writes.ts";
import type { Later } from "../transactions/transactions.ts";
import { DERIVED, type DerivedTable, type RecordTable, rowsOf } from "./derived-tables.ts";

/** The records of each table. */
export interface RecordsOf {
  readonly events: CalendarEvent;
  readonly venues: Venue;
  readonly organizers: Organizer;
  readonly images: Image;
  readonly terms: Term;
  readonly accounts: Account;
}

/** An empty calendar in memory, which says what is derived from a record: by the functions that store it. */
export interface Twin {
  readonly connection: Connection;
  /** The rows that each derived table has of such a record. Throws what storing something throws that is no such record. */
  derive<Table extends RecordTable>(
    table: Table,
    record: RecordsOf[Table],
  ): readonly (readonly [DerivedTable, readonly string[]])[];
  close(): void;
}

const SAVE: {
  readonly [Table in RecordTable]: (
    connection: Connection,
    later: Later,
    record: RecordsOf[Table],
  ) => unknown;
} = {
  events: saveEvent,
  venues: saveVenue,
  organizers: saveOrganizer,
  images: (connection, _later, image) => saveImage(connection, image),
  terms: (connection, _later, term) => saveTerm(connection, term),
  accounts: (connection, _later, account) => saveAccount(connection, account),
};

/** The index of texts is looked at by itself. */
export const NEVER: DeferredWrites = {
  add: () => undefined,
  run: () => undefined,
  runMany: () => undefined,
  clear: () => undefined,
  beginUnit: () => undefined,
  undoUnit: () => undefined,
  mark: () => 0,
  undoTo: () => undefined,
};

export const createTwin = (): Twin => {
  const connection = openEmptyCalendar();
  // A record has what it names elsewhere.
  connection.script("PRAGMA foreign_keys = OFF");
  return {
    connection,
    derive(table, record) {
      connection.run("BEGIN");
      try {
        SAVE[table](connection, { deferred: NEVER, usage: createUsageCounts() }, record);
        return DERIVED[table].map((derived) => [derived, rowsOf(connection, derived, record.id)] as const);
      } finally {
        connection.run("ROLLBACK");
      }
    },
    close: () => connection.close(),
  };
};
