import { randomUUID } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { MongoClient } from "mongodb";
import { multiply, SEEDED } from "./multiply.ts";
import { kalends } from "./server.ts";

/** Storage of the calendars and of the naive server. */
export interface Storage {
  readonly kind: "sqlite" | "mongodb";
  readonly title: string;
  /**
   * Returns the storage address of the calendar with this name, for `KALENDS_STORAGE`. The calendar `large`
   * may exist from an earlier run.
   */
  addressOf(name: string): string;
  /** Creates a calendar with this number of events. Returns false if the calendar already exists. */
  fill(environment: NodeJS.ProcessEnv, events: number, seed: string): Promise<boolean>;
  /**
   * Makes running servers discard their record cache. Absent for storages where this is not possible from
   * outside.
   */
  readonly clearCaches?: (name: string) => void;
  /** Script of the naive server, and the file or database of its records. */
  readonly naive: { readonly script: string; readonly place: string };
  /** Removes the calendars that this run created. */
  drop(): Promise<void>;
}

/** Day of the first event. At ten events a day, a million events end before the year 2300. */
const FROM = "2026-01-01";

const seedCalendar = (environment: NodeJS.ProcessEnv, events: number, seed: string): void => {
  kalends(["seed", "--events", String(events), "--seed", seed, "--from", FROM], environment);
};

/** Name of the calendar that can be kept for later runs. */
const LARGE = "large";

/**
 * Creates a storage of SQLite files in `folder`. If `kept` is given, the large calendar is stored in that
 * folder instead and remains after the run.
 */
export const onSqlite = (folder: string, kept: string | undefined): Storage => {
  const fileOf = (name: string): string => join(name === LARGE ? (kept ?? folder) : folder, `${name}.db`);
  return {
    kind: "sqlite",
    title: "SQLite",
    addressOf: (name) => `sqlite:${fileOf(name)}`,
    fill: async (environment, events, seed) => {
      if (existsSync(environment.KALENDS_STORAGE?.replace("sqlite:", "") ?? "")) return false;
      seedCalendar(environment, events, seed);
      return true;
    },
    clearCaches: (name) => {
      const database = new Database(fileOf(name));
      // Without the log of changes, servers discard their whole cache, because they cannot see which records
      // changed.
      database.exec("DELETE FROM kalends_changes");
      database.close();
    },
    naive: { script: "baselines/naive", place: join(folder, "naive.db") },
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  };
};

/**
 * Creates a storage of databases on this MongoDB server. If `kept` is given, the large calendar uses the
 * database of that name, which remains after the run.
 */
export const onMongodb = (folder: string, server: string, kept: string | undefined): Storage => {
  const run = randomUUID().slice(0, 8);
  const databases = new Set<string>();
  const addressOf = (name: string): string => {
    const isKept = name === LARGE && kept !== undefined;
    const database = isKept ? kept : `bench-${name}-${run}`;
    if (!isKept) databases.add(database);
    return Object.assign(new URL(server), { pathname: database }).href;
  };
  const connected = async <Value>(
    address: string,
    use: (client: MongoClient) => Promise<Value>,
  ): Promise<Value> => {
    const client = await new MongoClient(address).connect();
    return use(client).finally(() => client.close());
  };
  return {
    kind: "mongodb",
    title: "MongoDB",
    addressOf,
    fill: async (environment, events, seed) => {
      const address = environment.KALENDS_STORAGE ?? "";
      const found = await connected(address, (client) => client.db().collection("events").findOne({}));
      if (found !== null) return false;
      seedCalendar(environment, Math.min(SEEDED, events), seed);
      await multiply(address, events);
      return true;
    },
    naive: { script: "baselines/naive-mongodb", place: addressOf("naive") },
    drop: async () => {
      rmSync(folder, { recursive: true, force: true });
      await connected(server, async (client) => {
        for (const name of databases) await client.db(name).dropDatabase();
      });
    },
  };
};
