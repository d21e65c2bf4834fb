import type { TransactionApi } from "@kalends/core/interface";
import type { Caller } from "../users/identity.ts";

/** Parameter of the work of a transaction. */
export interface CalendarTransaction<Native = unknown> {
  /**
   * Returns the calendar for this caller or for a visitor inside the transaction. Images must be stored
   * before. Throws like `Calendar.as`.
   */
  readonly as: (caller?: Caller) => TransactionApi;
  /**
   * Access to the host's own data in the storage: a `SqliteTransaction` of `@kalends/store-sqlite` or a
   * `MongodbTransaction` of `@kalends/store-mongodb`. `undefined` if the storage does not support it.
   */
  readonly native: Native;
}

/**
 * Runs a transaction. All writes of `work` are committed together when its promise resolves, or none is
 * stored. `work` may run again after a conflict, so it must only read and write through its parameter.
 * Rejects if a write by `as` was refused, even if `work` caught the error.
 */
export type RunTransaction = <T, Native = unknown>(
  work: (inside: CalendarTransaction<Native>) => Promise<T>,
) => Promise<T>;
