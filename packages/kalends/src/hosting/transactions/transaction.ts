import type { TransactionApi } from "@kalends/core/interface";
import type { Caller } from "../users/identity.ts";

/** Argument that the work of a transaction receives. */
export interface CalendarTransaction<Native = unknown> {
  /**
   * Returns the calendar's operations inside the transaction, with the rights of this caller or of an
   * anonymous visitor. New images must be stored before the transaction. Throws like `Calendar.as`.
   */
  readonly as: (caller?: Caller) => TransactionApi;
  /**
   * Access to the host's own data in the same storage: a `SqliteTransaction` of `@kalends/store-sqlite` or a
   * `MongodbTransaction` of `@kalends/store-mongodb`. `undefined` if the storage does not support this.
   */
  readonly native: Native;
}

/**
 * Runs a transaction. If the promise of `work` resolves, all its writes are committed together; otherwise,
 * none is stored. `work` may run again after a conflict, so it must read and write only through its argument.
 * Rejects if a write through `as` was refused, even if `work` caught the error.
 */
export type RunTransaction = <T, Native = unknown>(
  work: (inside: CalendarTransaction<Native>) => Promise<T>,
) => Promise<T>;
