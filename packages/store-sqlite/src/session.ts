import type { Connection } from "./connection.ts";

/** How a repository reaches the database: on its own, or inside a unit of work. */
export interface Session {
  read<T>(work: (connection: Connection) => T): Promise<T>;
  /** Everything that `work` writes, or nothing. */
  write<T>(work: (connection: Connection) => T): Promise<T>;
  /** Notes an id that was handed out, so that it is not handed out again even when the unit fails. */
  handedOut(sequence: string, id: number): void;
}
