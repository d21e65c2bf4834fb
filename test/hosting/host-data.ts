import Database from "better-sqlite3";
import type { MongodbTransaction, SqliteTransaction } from "kalends";
import { type ClientSession, type Db, MongoClient } from "mongodb";

/** Native database transaction that a calendar passes to its host application. */
export type Native = SqliteTransaction | MongodbTransaction;

/** Data of a host application in the same database as the calendar. It consists of names and a counter. */
export interface HostData {
  add(native: Native, name: string): Promise<void>;
  /** Increments the counter and returns its previous value. */
  count(native: Native): Promise<number>;
  /** Returns the names that are committed. */
  names(): Promise<readonly string[]>;
  close(): Promise<void>;
}

const openSqlite = (path: string): HostData => {
  const database = new Database(path);
  database.exec("CREATE TABLE IF NOT EXISTS host_names (name TEXT UNIQUE)");
  database.exec("CREATE TABLE IF NOT EXISTS host_counter (value INTEGER)");
  database.exec("INSERT INTO host_counter SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM host_counter)");
  const as = (native: Native): SqliteTransaction => native as SqliteTransaction;
  return {
    async add(native, name) {
      as(native).run("INSERT INTO host_names VALUES (?)", name);
    },
    async count(native) {
      const { value } = as(native).get("SELECT value FROM host_counter") as { readonly value: number };
      as(native).run("UPDATE host_counter SET value = ?", value + 1);
      return value;
    },
    names: async () =>
      database.prepare<[], string>("SELECT name FROM host_names ORDER BY name").pluck().all(),
    close: async () => void database.close(),
  };
};

const openMongodb = async (address: string): Promise<HostData> => {
  const client = await new MongoClient(address).connect();
  const own = client.db(new URL(address).pathname.slice(1));
  await own.collection("host_names").createIndex({ name: 1 }, { unique: true });
  await own
    .collection("host_counter")
    .updateOne({ kind: "counter" }, { $setOnInsert: { value: 0 } }, { upsert: true });
  const as = (native: Native) => native as unknown as { readonly session: ClientSession; readonly db: Db };
  return {
    async add(native, name) {
      const { session, db } = as(native);
      await db.collection("host_names").insertOne({ name }, { session });
    },
    async count(native) {
      const { session, db } = as(native);
      const counter = db.collection<{ readonly value: number }>("host_counter");
      const value = (await counter.findOne({}, { session }))?.value ?? 0;
      await counter.updateOne({}, { $set: { value: value + 1 } }, { session });
      return value;
    },
    async names() {
      const found = await own
        .collection<{ readonly name: string }>("host_names")
        .find()
        .sort({ name: 1 })
        .toArray();
      return found.map(({ name }) => name);
    },
    close: () => client.close(),
  };
};

/** Opens the data of the host. A calendar must have opened the same storage before. */
export const openHostData = async (address: string): Promise<HostData> =>
  address.startsWith("sqlite:") ? openSqlite(address.slice("sqlite:".length)) : openMongodb(address);
