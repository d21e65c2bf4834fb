import type { JsonObject } from "@kalends/core";
import { type DocumentRepository, indexedMembers, type StoredDocument } from "@kalends/core/storage";
import type { Connection } from "../database/connection.ts";
import { PREFIX } from "../database/prefix.ts";
import { fromJson } from "../database/stored-json.ts";
import { toDocumentStatements } from "../queries/document-query.ts";
import type { Session } from "../transactions/transactions.ts";

const SAVE = `INSERT INTO ${PREFIX}documents (collection, key, json) VALUES (?, ?, ?)
  ON CONFLICT (collection, key) DO UPDATE SET json = excluded.json RETURNING id`;
const ADD_VALUES = `INSERT INTO ${PREFIX}document_values (collection, member, value, key, document_id) VALUES (?, ?, ?, ?, ?)`;
const READ_AFTER = `SELECT json_array(collection, key, json) FROM ${PREFIX}documents
  WHERE (collection, key) > (?, ?) ORDER BY collection, key LIMIT ?`;
const FIND_ID = `SELECT id FROM ${PREFIX}documents WHERE collection = ? AND key = ?`;

const removeValues = (connection: Connection, id: number): void => {
  connection.run(`DELETE FROM ${PREFIX}document_values WHERE document_id = ?`, [id]);
};

/** Stores the index values of the plugin record with this number. */
export const saveDocumentValues = (
  connection: Connection,
  id: number,
  { collection, key, value }: StoredDocument,
): void => {
  removeValues(connection, id);
  for (const [member, indexed] of indexedMembers(value))
    connection.run(ADD_VALUES, [collection, member, indexed, key, id]);
};

export const createDocumentRepository = ({ read, write }: Session): DocumentRepository => ({
  find: (collection, key) =>
    read((connection) => {
      const statement = `SELECT json FROM ${PREFIX}documents WHERE collection = ? AND key = ?`;
      const found = connection.value<string>(statement, [collection, key]);
      return found === undefined ? undefined : fromJson<JsonObject>(found);
    }),
  save: ({ collection, key, value }) =>
    write((connection) => {
      const id = connection.value<number>(SAVE, [collection, key, JSON.stringify(value)]) ?? 0;
      saveDocumentValues(connection, id, { collection, key, value });
    }),
  remove: (collection, key) =>
    write((connection) => {
      const id = connection.value<number>(FIND_ID, [collection, key]);
      if (id === undefined) return false;
      removeValues(connection, id);
      return connection.run(`DELETE FROM ${PREFIX}documents WHERE id = ?`, [id]) > 0;
    }),
  list: (query) =>
    read((connection) => {
      const { text, values } = toDocumentStatements(query).list;
      return connection.column<string>(text, values).map((row): StoredDocument => {
        const [key, json] = fromJson<readonly [string, string]>(row);
        return { collection: query.collection, key, value: fromJson(json) };
      });
    }),
  count: (query) =>
    read((connection) => {
      const { text, values } = toDocumentStatements(query).count;
      return connection.value<number>(text, values) ?? 0;
    }),
  readAfter: (after, afterKey, limit) =>
    read((connection) =>
      connection.column<string>(READ_AFTER, [after, afterKey, limit]).map((row): StoredDocument => {
        const [collection, key, json] = fromJson<readonly [string, string, string]>(row);
        return { collection, key, value: fromJson(json) };
      }),
    ),
});
