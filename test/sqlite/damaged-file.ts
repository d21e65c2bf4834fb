import { closeSync, openSync, readFileSync, truncateSync, writeFileSync, writeSync } from "node:fs";
import Database from "better-sqlite3";

/** Overwrites the first page of a table or index. The database must be closed. */
export const damageTable = (path: string, name: string): void => {
  const database = new Database(path);
  const pageSize = Number(database.pragma("page_size", { simple: true }));
  const root = database
    .prepare<[string], number>("SELECT rootpage FROM sqlite_schema WHERE name = ?")
    .pluck()
    .get(name);
  database.close();
  if (root === undefined || root < 2) throw new Error(`There is no page of ${name}`);
  const file = openSync(path, "r+");
  writeSync(file, Buffer.alloc(pageSize, 0xff), 0, pageSize, (root - 1) * pageSize);
  closeSync(file);
};

/**
 * Overwrites bytes within stored records with this text. The database pages remain valid, but the records do
 * not.
 */
export const damageRecords = (path: string, text: string): void => {
  const bytes = readFileSync(path);
  const found = Buffer.from(text);
  for (let at = bytes.indexOf(found); at !== -1; at = bytes.indexOf(found, at + 1)) bytes.fill(1, at, at + 8);
  writeFileSync(path, bytes);
};

/** Cuts the file to half of its pages. */
export const cutOff = (path: string): void => {
  const pages = Math.floor(readFileSync(path).length / 4096);
  truncateSync(path, Math.floor(pages / 2) * 4096);
};
