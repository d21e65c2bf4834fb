import type { Outbox, OutboxChange, OutboxConsumer, OutboxEntry, OutboxFailure } from "@kalends/core/storage";
import type { Connection } from "../database/connection.ts";
import { PREFIX } from "../database/prefix.ts";
import { fromJson } from "../database/stored-json.ts";
import type { Session } from "../transactions/transactions.ts";

const APPEND = `INSERT INTO ${PREFIX}outbox (time, json) VALUES (?, ?)`;
const ENTRY = `SELECT position || ' ' || json FROM ${PREFIX}outbox`;

/**
 * Appends changes to the outbox. A unit of work writes after all earlier units, so positions are in the order
 * of commits.
 */
const append = (connection: Connection, changes: readonly OutboxChange[]): void => {
  for (const change of changes) connection.run(APPEND, [change.time, JSON.stringify(change)]);
};

/** Creates the outbox functions for units of work. */
export const createOutboxWriter = ({ write }: Session): Pick<Outbox, "append"> => ({
  append: (changes) => write((connection) => append(connection, changes)),
});

const toEntry = (row: string): OutboxEntry => {
  const space = row.indexOf(" ");
  const change = fromJson<OutboxChange>(row.slice(space + 1));
  return { ...change, position: Number(row.slice(0, space)) };
};

const last = (connection: Connection): number =>
  connection.value<number>(`SELECT seq FROM sqlite_sequence WHERE name = '${PREFIX}outbox'`) ?? 0;

const READER = `SELECT json_object('name', name, 'id', id, 'began', began, 'position', position) FROM ${PREFIX}outbox_readers`;
const ADD_READER = `INSERT OR IGNORE INTO ${PREFIX}outbox_readers (name, id, began, position) VALUES (?, ?, ?, ?)`;
const ADVANCE = `UPDATE ${PREFIX}outbox_readers SET position = ? WHERE name = ? AND position < ?`;
const SAVE_FAILURE = `INSERT INTO ${PREFIX}outbox_failures (reader, position, is_set_aside, json)
  SELECT name, ?, ?, ? FROM ${PREFIX}outbox_readers WHERE name = ?
  ON CONFLICT (reader, position) DO UPDATE SET is_set_aside = excluded.is_set_aside, json = excluded.json`;
const FAILURES = `SELECT json FROM ${PREFIX}outbox_failures INDEXED BY ${PREFIX}outbox_failures_by_kind
  WHERE reader = ? AND is_set_aside = ? AND position > ? ORDER BY position LIMIT ?`;
/** Selects the oldest positions. An entry that is not old enough gives 0. */
const OLDEST = `SELECT CASE WHEN time < ? THEN position ELSE 0 END FROM ${PREFIX}outbox ORDER BY position LIMIT ?`;

export const createOutbox = (session: Session): Outbox => {
  const { read, write } = session;
  return {
    ...createOutboxWriter(session),
    readAfter: (position, limit) =>
      read((connection) =>
        connection
          .column<string>(`${ENTRY} WHERE position > ? ORDER BY position LIMIT ?`, [position, limit])
          .map(toEntry),
      ),
    findMany: (positions) =>
      read((connection) =>
        connection
          .column<string>(`${ENTRY} WHERE position IN (SELECT value FROM json_each(?))`, [
            JSON.stringify(positions),
          ])
          .map(toEntry),
      ),
    last: () => read(last),
    removedUntil: () =>
      read((connection) => {
        const first = connection.value<number>(
          `SELECT position FROM ${PREFIX}outbox ORDER BY position LIMIT 1`,
        );
        return first === undefined ? last(connection) : first - 1;
      }),
    removeOlder: (time, limit) =>
      write((connection) => {
        const oldest = connection.column<number>(OLDEST, [time, limit]);
        const old = oldest.includes(0) ? oldest.slice(0, oldest.indexOf(0)) : oldest;
        const until = old.at(-1);
        if (until === undefined) return 0;
        connection.run(`DELETE FROM ${PREFIX}outbox_failures WHERE position <= ?`, [until]);
        return connection.run(`DELETE FROM ${PREFIX}outbox WHERE position <= ?`, [until]);
      }),
    replaceRecords: (position, { before, after, merged }) =>
      write((connection) => {
        const [row] = connection.column<string>(`${ENTRY} WHERE position = ?`, [position]);
        if (row === undefined) return false;
        const { position: _, before: _before, after: _after, merged: _merged, ...rest } = toEntry(row);
        const records = { ...(before && { before }), ...(after && { after }), ...(merged && { merged }) };
        const change = { ...rest, ...records };
        connection.run(`UPDATE ${PREFIX}outbox SET json = ? WHERE position = ?`, [
          JSON.stringify(change),
          position,
        ]);
        return true;
      }),
    consumers: () =>
      read((connection) =>
        connection.column<string>(`${READER} ORDER BY name`).map(fromJson<OutboxConsumer>),
      ),
    addConsumer: (name, id) =>
      write((connection) => {
        const began = last(connection);
        connection.run(ADD_READER, [name, id, began, began]);
        return fromJson<OutboxConsumer>(connection.value<string>(`${READER} WHERE name = ?`, [name]) ?? "");
      }),
    advance: (name, position) =>
      write((connection) => void connection.run(ADVANCE, [position, name, position])),
    removeConsumer: (name) =>
      write((connection) => {
        connection.run(`DELETE FROM ${PREFIX}outbox_failures WHERE reader = ?`, [name]);
        return connection.run(`DELETE FROM ${PREFIX}outbox_readers WHERE name = ?`, [name]) > 0;
      }),
    saveFailure: (failure: OutboxFailure) =>
      write((connection) => {
        const { reader, position, isSetAside } = failure;
        connection.run(SAVE_FAILURE, [position, Number(isSetAside), JSON.stringify(failure), reader]);
      }),
    removeFailure: (reader, position) =>
      write(
        (connection) =>
          connection.run(`DELETE FROM ${PREFIX}outbox_failures WHERE reader = ? AND position = ?`, [
            reader,
            position,
          ]) > 0,
      ),
    failures: (reader, isSetAside, afterPosition, limit) =>
      read((connection) =>
        connection
          .column<string>(FAILURES, [reader, Number(isSetAside), afterPosition, limit])
          .map(fromJson<OutboxFailure>),
      ),
  };
};
