import type { TransactionApi } from "@kalends/core/interface";
import type { Caller } from "../users/identity.ts";

/** What is done in one transaction. */
export interface CalendarTransaction<Native = unknown> {
  /** The calendar for this caller, or for a visitor, inside the transaction; images are stored before. Throws as `Calendar.as` does. */
  readonly as: (caller?: Caller) => TransactionApi;
  /**
   * What the storage offers for the host's own data: a `SqliteTransaction` of `@kalends/store-sqlite`, a `MongodbTransaction` of
   * `@kalends/store-mongodb`; `undefined` where it offers nothing.
   */
  readonly native: Native;
}

/**
 * Everything that `work` writes is stored at once when its promise resolves, or not at all. It may run again after a conflict, and does
 * nothing but read and write what it is given. Rejects when a write by `as` was refused, also where `work` has caught that.
 */
export type RunTransaction = <T, Native = unknown>(
  work: (inside: CalendarTransaction<Native>) => Promise<T>,
) => Promise<T>;
