import { createHash } from "node:crypto";
import type { Venue } from "@kalends/core";
import {
  duplicateKeys,
  type Page,
  type Paging,
  type VenuePair,
  type Visibility,
} from "@kalends/core/storage";
import type { Connection } from "../database/connection.ts";
import { PREFIX } from "../database/prefix.ts";
import { isVisible, PREFIXED, sql, toLimit } from "./sql.ts";

/**
 * Keys by which venues that may be the same are found. `venue_keys` repeats the status and author of the
 * venue, so that its primary key contains everything that the search needs.
 */

const digest = (key: string): string => createHash("sha256").update(key).digest("base64");

/** Updates the keys of a venue. */
export const saveKeys = (connection: Connection, venue: Venue): void => {
  const keys = JSON.stringify(duplicateKeys(venue, digest).map((key) => key.join("\n")));
  const { id, status, author } = venue;
  connection.run(
    `DELETE FROM ${PREFIX}venue_keys WHERE venue_id = ? AND key NOT IN (SELECT value FROM json_each(?))`,
    [id, keys],
  );
  connection.run(
    `INSERT OR REPLACE INTO ${PREFIX}venue_keys (key, venue_id, status, author)
      SELECT value, ?, ?, ? FROM json_each(?)`,
    [id, status, author, keys],
  );
};

export const removeKeys = (connection: Connection, id: number): void => {
  connection.run(`DELETE FROM ${PREFIX}venue_keys WHERE venue_id = ?`, [id]);
};

/** Finds the pairs of venues with a common key, each with the venue of the lowest id that has the key. */
export const findDuplicates = (
  connection: Connection,
  visible: Visibility,
  paging: Paging,
): Page<VenuePair> => {
  const [limit, offset] = toLimit(paging);
  const { text, values } = sql`WITH shared AS MATERIALIZED (
      SELECT k.key AS key, min(k.venue_id) AS first FROM ${PREFIXED}venue_keys k
      WHERE ${isVisible("k", visible)} GROUP BY k.key HAVING count(*) > 1
    ), pairs AS (
      SELECT DISTINCT s.first AS first, k.venue_id AS other FROM shared s CROSS JOIN ${PREFIXED}venue_keys k
      ON k.key = s.key AND k.venue_id > s.first WHERE ${isVisible("k", visible)}
    )
    SELECT json_array(first, other, count(*) OVER ()) FROM pairs ORDER BY first, other LIMIT ${limit} OFFSET ${offset}`;
  // The type is safe, because the statement selects these three numbers.
  const rows = connection
    .column<string>(text, values)
    .map((row) => JSON.parse(row) as [number, number, number]);
  return { items: rows.map(([first, other]) => [first, other] as const), total: rows[0]?.[2] ?? 0 };
};
