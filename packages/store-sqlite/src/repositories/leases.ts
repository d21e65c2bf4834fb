import type { Leases } from "@kalends/core";
import type { Transactions } from "../transactions/transactions.ts";

const NOW = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";

const ACQUIRE = `INSERT INTO leases (name, owner, until) VALUES (?, ?, ${NOW} + CAST(? AS INTEGER))
  ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, until = excluded.until
  WHERE leases.owner = excluded.owner OR leases.until <= ${NOW}`;

/** Outside of units of work. A power cut may undo what is written: it ends all processes that have leases of this file. */
export const createLeases = ({ writeVolatile }: Pick<Transactions, "writeVolatile">): Leases => ({
  acquire: (name, owner, milliseconds) =>
    writeVolatile((connection) => connection.run(ACQUIRE, [name, owner, milliseconds]) > 0),
  release: (name, owner) =>
    writeVolatile((connection) => {
      connection.run("DELETE FROM leases WHERE name = ? AND owner = ?", [name, owner]);
    }),
});
