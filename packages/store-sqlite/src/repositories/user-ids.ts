import { FIRST_USER_NUMBER, type UserIds } from "@kalends/core/storage";
import { PREFIX } from "../database/prefix.ts";
import type { Session } from "../transactions/transactions.ts";

const FIND = `SELECT number FROM ${PREFIX}user_ids WHERE host_id = ?`;
const ADD = `INSERT INTO ${PREFIX}user_ids (number, host_id)
  SELECT max(coalesce(max(number), 0), ${FIRST_USER_NUMBER - 1}) + 1, ? FROM ${PREFIX}user_ids WHERE true
  ON CONFLICT (host_id) DO UPDATE SET number = number RETURNING number`;

/** Creates the repository of user ids. It writes outside of units of work. */
export const createUserIds = ({ read, write }: Session): UserIds => ({
  async numberOf(hostId) {
    const known = await read((connection) => connection.value<number>(FIND, [hostId]));
    return known ?? write((connection) => connection.value<number>(ADD, [hostId]) ?? Number.NaN);
  },
  async hostIdsOf(numbers) {
    const found = await read((connection) =>
      connection.column<string>(
        `SELECT json_array(number, host_id) FROM ${PREFIX}user_ids WHERE number IN (SELECT value FROM json_each(?))`,
        [JSON.stringify(numbers)],
      ),
    );
    // The type is safe, because the statement above returns it.
    return new Map(found.map((row) => JSON.parse(row) as readonly [number, string]));
  },
  async readAfter(number, limit) {
    const found = await read((connection) =>
      connection.column<string>(
        `SELECT json_object('number', number, 'hostId', host_id) FROM ${PREFIX}user_ids WHERE number > ?
         ORDER BY number LIMIT ?`,
        [number, limit],
      ),
    );
    return found.map((row) => JSON.parse(row));
  },
  restore: ({ number, hostId }) =>
    write((connection) => {
      connection.run(`INSERT OR IGNORE INTO ${PREFIX}user_ids (number, host_id) VALUES (?, ?)`, [
        number,
        hostId,
      ]);
      return connection.value<number>(FIND, [hostId]) === number;
    }),
});
