import { randomUUID } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { MongoClient } from "mongodb";
import { multiply, SEEDED } from "./multiply.ts";
import { kalends } from "./server.ts";

/** Where calendars are kept, and the naive server's documents. */
export interface Storage {
  readonly kind: "sqlite" | "mongodb";
  readonly title: string;
  /** The address of a calendar with this name, as `KALENDS_STORAGE` takes it; the one named `large` may have been kept. */
  addressOf(name: string): string;
  /** Makes a calendar of so many events; false when it was kept. */
  fill(environment: NodeJS.ProcessEnv, events: number, seed: string): Promise<boolean>;
  /** Makes servers of the calendar with this name read every record anew; absent where nothing but other records can. */
  readonly forget?: (name: string) => void;
  /** The script of the naive server, and where its documents are. */
  readonly naive: { readonly script: string; readonly place: string };
  /** Drops what was made. */
  drop(): Promise<void>;
}

/** First day with events: a million of them end before the year 2300. */
const FROM = "2026-01-01";

const seedCalendar = (environment: NodeJS.ProcessEnv, events: number, seed: string): void => {
  kalends(["seed", "--events", String(events), "--seed", seed, "--from", FROM], environment);
};

/** The calendar that is kept, where one is. */
const LARGE = "large";

/** In files of this folder; the large calendar is kept in another one, if there is one. */
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
    forget: (name) => {
      const database = new Database(fileOf(name));
      // The log of changes: whoever has missed a part of it knows nothing.
      database.exec("DELETE FROM kalends_changes");
      database.close();
    },
    naive: { script: "baselines/naive", place: join(folder, "naive.db") },
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  };
};

/** In databases of their own, on the server at this address; the large calendar is kept in one of this name, if there is one. */
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
