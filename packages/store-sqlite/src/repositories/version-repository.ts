import type { RecordVersion, VersionRepository, VersionSummary } from "@kalends/core/storage";
import { PREFIX } from "../database/prefix.ts";
import { fromJson } from "../database/stored-json.ts";
import type { Session } from "../transactions/transactions.ts";

const TABLE = `${PREFIX}versions`;
const SAVE = `INSERT INTO ${TABLE} (record_id, revision, about, content) VALUES (?, ?, ?, ?)
  ON CONFLICT (record_id, revision) DO UPDATE SET about = excluded.about, content = excluded.content`;
const FIND = `SELECT json_array(about, content) FROM ${TABLE} WHERE record_id = ? AND revision = ?`;
const LIST = `SELECT about FROM ${TABLE} WHERE record_id = ? ORDER BY revision DESC LIMIT ?`;
const READ_AFTER = `SELECT json_array(about, content) FROM ${TABLE}
  WHERE (record_id, revision) > (?, ?) ORDER BY record_id, revision LIMIT ?`;
const REMOVE = `DELETE FROM ${TABLE} WHERE record_id = ? AND revision NOT IN
  (SELECT revision FROM ${TABLE} WHERE record_id = ? ORDER BY revision DESC LIMIT ?)`;
const COUNT_AFTER = `SELECT json_array(record_id, COUNT(*)) FROM
  (SELECT record_id FROM ${TABLE} WHERE record_id > ? ORDER BY record_id, revision LIMIT ?)
  GROUP BY record_id ORDER BY record_id`;

const toVersion = (row: string): RecordVersion => {
  const [about, content] = fromJson<readonly [string, string]>(row);
  return { ...fromJson<VersionSummary>(about), content };
};

export const createVersionRepository = ({ read, write }: Session): VersionRepository => ({
  save: ({ content, ...about }) =>
    write((connection) => {
      connection.run(SAVE, [about.recordId, about.revision, JSON.stringify(about), content]);
    }),
  find: (recordId, revision) =>
    read((connection) => {
      const row = connection.value<string>(FIND, [recordId, revision]);
      return row === undefined ? undefined : toVersion(row);
    }),
  list: (recordId, limit) =>
    read((connection) => connection.column<string>(LIST, [recordId, limit]).map(fromJson<VersionSummary>)),
  removeOldest: (recordId, keep) => write((connection) => connection.run(REMOVE, [recordId, recordId, keep])),
  countAfter: (afterId, limit) =>
    read(
      (connection) =>
        new Map(
          connection.column<string>(COUNT_AFTER, [afterId, limit]).map(fromJson<readonly [number, number]>),
        ),
    ),
  readAfter: (recordId, revision, limit) =>
    read((connection) => connection.column<string>(READ_AFTER, [recordId, revision, limit]).map(toVersion)),
});
