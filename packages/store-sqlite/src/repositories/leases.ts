import type { Leases } from "@kalends/core/storage";
import { PREFIX } from "../database/prefix.ts";
import type { Transactions } from "../transactions/transactions.ts";

const NOW = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";

const ACQUIRE = `INSERT INTO ${PREFIX}leases (name, owner, until) VALUES (?, ?, ${NOW} + CAST(? AS INTEGER))
  ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, until = excluded.until
  WHERE ${PREFIX}leases.owner = excluded.owner OR ${PREFIX}leases.until <= ${NOW}`;

/**
 * Creates the leases. They are written outside of units of work and without waiting for the disk. A power cut
 * may undo such a write, but it also ends all processes that hold leases of this file.
 */
export const createLeases = ({ writeVolatile }: Pick<Transactions, "writeVolatile">): Leases => ({
  acquire: (name, owner, milliseconds) =>
    writeVolatile((connection) => connection.run(ACQUIRE, [name, owner, milliseconds]) > 0),
  release: (name, owner) =>
    writeVolatile((connection) => {
      connection.run(`DELETE FROM ${PREFIX}leases WHERE name = ? AND owner = ?`, [name, owner]);
    }),
});
