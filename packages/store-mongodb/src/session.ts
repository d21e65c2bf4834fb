import type { Collection, Document } from "mongodb";
import type { Access } from "./collections.ts";

/** How a repository reaches the database: on its own, or inside a unit of work. */
export interface Session {
  /**
   * Several reads may run at once; inside a unit they follow one another. `hint` names the index to go along, which
   * `access.reading` then has; units do without, since a missing index would end them.
   */
  read<T>(work: (access: Access) => Promise<T>, hint?: string): Promise<T>;
  /** Finds documents by their ids; outside of units, look-ups of everybody are sent together. */
  lookUp<D extends Document>(
    pick: (access: Access) => Collection<D>,
    ids: readonly number[],
  ): Promise<readonly D[]>;
  /** Those who ask the same while it is being read are answered together; inside a unit each reads again. */
  readOnce<T>(question: string, read: () => Promise<T>): Promise<T>;
  /** Everything that `work` writes, or nothing. */
  write<T>(work: (access: Access) => Promise<T>): Promise<T>;
  /** Inside a unit: what was read must still be so when the unit is committed. Outside nothing relies on it. */
  readonly isUnit: boolean;
  /** Ids are handed out beside units of work, whatever becomes of these. */
  beside<T>(work: (access: Access) => Promise<T>): Promise<T>;
}
