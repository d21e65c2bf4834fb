import type { CountedTerms } from "@kalends/core/storage";
import type { Connection } from "../database/connection.ts";
import { PREFIX } from "../database/prefix.ts";

/**
 * Collects the changes of usage counts in a unit of work, so that each term is written only once, even for
 * many events.
 * Call `write` before you read or remove usage counts.
 */
export interface UsageCounts {
  add(counted: CountedTerms, change: 1 | -1): void;
  write(connection: Connection): void;
}

const MORE = `INSERT INTO ${PREFIX}term_usage (term_id, status, count) VALUES (?, ?, ?)
  ON CONFLICT (term_id, status) DO UPDATE SET count = count + excluded.count`;
const LESS = `UPDATE ${PREFIX}term_usage SET count = count + ? WHERE term_id = ? AND status = ?`;
const NONE = `DELETE FROM ${PREFIX}term_usage WHERE term_id = ? AND status = ? AND count = 0`;

export const createUsageCounts = (): UsageCounts => {
  const changes = new Map<string, Map<number, number>>();
  return {
    add({ status, ids }, change) {
      if (status === undefined) return;
      const ofStatus = changes.get(status) ?? new Map<number, number>();
      changes.set(status, ofStatus);
      for (const id of ids) ofStatus.set(id, (ofStatus.get(id) ?? 0) + change);
    },
    write(connection) {
      for (const [status, ofStatus] of changes) {
        for (const [id, change] of ofStatus) {
          if (change > 0) connection.run(MORE, [id, status, change]);
          if (change >= 0) continue;
          connection.run(LESS, [change, id, status]);
          connection.run(NONE, [id, status]);
        }
      }
      changes.clear();
    },
  };
};
