import type { JsonObject } from "@kalends/core";
import { type Finding, indexedMembers } from "@kalends/core/storage";
import { hasAccounts } from "../database/account-schema.ts";
import type { Connection } from "../database/connection.ts";
import { PREFIX } from "../database/prefix.ts";
import { fromJson } from "../database/stored-json.ts";
import { saveDocumentValues } from "../repositories/document-repository.ts";
import type { Session } from "../transactions/transactions.ts";
import { differing } from "./check-counts.ts";

/** Tables that contain the ids of each sequence. */
const SEQUENCES = [
  ["record", "records"],
  ["term", "terms"],
  ["account", "accounts"],
] as const;

/** Checks that no sequence can assign an existing id again. */
export async function* checkSequences(session: Session): AsyncGenerator<Finding> {
  for (const [name, table] of SEQUENCES) {
    const highest = `(SELECT coalesce(max(id), 0) FROM ${PREFIX}${table})`;
    const isLow = await session.read((connection) => {
      if (table === "accounts" && !hasAccounts(connection)) return false;
      const last = connection.value<number>(`SELECT last FROM ${PREFIX}sequences WHERE name = ?`, [name]);
      return last === undefined || last < (connection.value<number>(`SELECT ${highest}`) ?? 0);
    });
    if (!isLow) continue;
    yield {
      kind: "sequence",
      detail: `The sequence of ${table} is below the highest id.`,
      repair: () =>
        session.write((connection) => {
          const save = `INSERT INTO ${PREFIX}sequences (name, last) VALUES (?, ${highest})
            ON CONFLICT (name) DO UPDATE SET last = max(last, excluded.last)`;
          connection.run(save, [name]);
        }),
    };
  }
}

const TWICE = `SELECT id FROM (
  SELECT id FROM ${PREFIX}events UNION ALL SELECT id FROM ${PREFIX}venues UNION ALL SELECT id FROM ${PREFIX}organizers UNION ALL SELECT id FROM ${PREFIX}images)
  GROUP BY id HAVING count(*) > 1 ORDER BY id LIMIT 1000`;

/** Checks that each id belongs to only one event, venue, organizer or image. */
export async function* checkUniqueness(session: Session): AsyncGenerator<Finding> {
  for (const id of await session.read((connection) => connection.column<number>(TWICE))) {
    yield {
      kind: "id",
      detail: `Records of several kinds have the id ${id}: store one of them again under another id.`,
    };
  }
}

const DOCUMENT_SLICE = 50;
const DOCUMENTS = `SELECT json_array(id, collection, key, json) FROM ${PREFIX}documents WHERE id > ? ORDER BY id LIMIT ?`;
const DOCUMENT = `SELECT json_array(id, collection, key, json) FROM ${PREFIX}documents WHERE id = ?`;
const VALUES = `SELECT json_array(collection, key, member, value) FROM ${PREFIX}document_values WHERE document_id = ?`;

type DocumentRow = readonly [id: number, collection: string, key: string, json: string];

/** Checks the index values of plugin records. */
export async function* checkDocuments(session: Session): AsyncGenerator<Finding> {
  for (let afterId = 0; ; ) {
    const rows = await session.read((connection) =>
      connection
        .column<string>(DOCUMENTS, [afterId, DOCUMENT_SLICE])
        .map((row): DocumentRow => JSON.parse(row))
        .map((row) => ({ row, state: stateOf(connection, row) })),
    );
    for (const { row, state } of rows) {
      const [id, collection, key] = row;
      const what = `the document ${JSON.stringify(key)} of ${collection}`;
      if (state === "unreadable") {
        yield { kind: "unreadable", detail: `The text of ${what} is damaged: restore it from a backup.` };
      } else if (state === "wrong") {
        yield {
          kind: "document",
          detail: `What finds ${what} is not what it says.`,
          repair: () => session.write((connection) => saveAgain(connection, id)),
        };
      }
    }
    const last = rows.at(-1)?.row[0];
    if (last === undefined) return;
    afterId = last;
  }
}

const stateOf = (
  connection: Connection,
  [id, collection, key, json]: DocumentRow,
): "right" | "wrong" | "unreadable" => {
  try {
    const wanted = indexedMembers(fromJson<JsonObject>(json)).map(([member, value]) =>
      JSON.stringify([collection, key, member, value]),
    );
    const known = connection.column<string>(VALUES, [id]).map((row) => JSON.stringify(JSON.parse(row)));
    return differing(new Set(wanted), new Set(known)).length === 0 ? "right" : "wrong";
  } catch {
    return "unreadable";
  }
};

const saveAgain = (connection: Connection, id: number): void => {
  const [row] = connection.column<string>(DOCUMENT, [id]);
  if (row === undefined) return;
  const [, collection, key, json]: DocumentRow = JSON.parse(row);
  saveDocumentValues(connection, id, { collection, key, value: fromJson(json) });
};

/**
 * Checks that no position in the outbox can be assigned again, and that entries can be read. Also checks that
 * no consumer has a position after the last one.
 */
export async function* checkOutbox(session: Session): AsyncGenerator<Finding> {
  const { given, highest, ahead, damaged } = await session.read((connection) => ({
    given: connection.value<number>(`SELECT seq FROM sqlite_sequence WHERE name = '${PREFIX}outbox'`) ?? 0,
    highest: connection.value<number>(`SELECT coalesce(max(position), 0) FROM ${PREFIX}outbox`) ?? 0,
    ahead: connection.column<string>(
      `SELECT name FROM ${PREFIX}outbox_readers WHERE position > max(
        (SELECT coalesce(max(position), 0) FROM ${PREFIX}outbox),
        coalesce((SELECT seq FROM sqlite_sequence WHERE name = '${PREFIX}outbox'), 0)) ORDER BY name`,
    ),
    damaged: connection.column<number>(
      `SELECT position FROM ${PREFIX}outbox WHERE NOT json_valid(json) ORDER BY position LIMIT 1000`,
    ),
  }));
  if (given < highest) {
    yield {
      kind: "sequence",
      detail: "Positions of the outbox that are there could be given again.",
      repair: () =>
        session.write((connection) => {
          connection.run(`DELETE FROM sqlite_sequence WHERE name = '${PREFIX}outbox'`);
          connection.run(
            `INSERT INTO sqlite_sequence (name, seq) SELECT '${PREFIX}outbox', CAST(max(position) AS INTEGER) FROM ${PREFIX}outbox`,
          );
        }),
    };
  }
  for (const name of ahead)
    yield {
      kind: "outbox",
      detail: `The reader ${name} is behind the last entry, and would miss those to come.`,
    };
  for (const position of damaged)
    yield { kind: "unreadable", detail: `The text of the entry ${position} of the outbox is damaged.` };
}
