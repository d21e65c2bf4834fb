import { setTimeout as sleep } from "node:timers/promises";
import { type Db, MongoClient } from "mongodb";
import { toStoreError } from "./errors.ts";
import type { MongodbPlace } from "./mongodb-place.ts";

/** Connection of a store to its database. */
export interface Connection {
  readonly client: MongoClient;
  readonly db: Db;
  readonly prefix: string;
  readonly hasTransactions: boolean;
  /** True if the server is the router of a sharded cluster. */
  readonly isSharded: boolean;
  /** Closes the connection. Does nothing if the host application opened it. */
  close(): Promise<void>;
}

interface ConnectOptions {
  /** Number of milliseconds to wait for the server. */
  readonly patience: number;
  readonly isStandaloneEnough: boolean;
  /** Prefix of collection names, if the place is an address. */
  readonly prefix?: string;
  readonly onCommand?: (command: Readonly<Record<string, unknown>>) => void;
}

/** Number of milliseconds after which calls of an open store reject if the server is unreachable. */
const SERVER_SELECTION = 3000;
/**
 * Number of milliseconds for opening a connection. Also the time without a response after which a connection
 * counts as broken.
 */
const CONNECT = 3000;
/** Number of milliseconds between two health checks of the server. */
const HEARTBEAT = 2000;
const PAUSE = 200;

const DEFAULT_DATABASE = "kalends";

export const connect = async (
  place: string | MongodbPlace,
  { patience, isStandaloneEnough, prefix = "", onCommand }: ConnectOptions,
): Promise<Connection> => {
  checkPrefix(typeof place === "string" ? prefix : (place.prefix ?? ""));
  const reached =
    typeof place === "string" ? { ...(await reach(place, patience, onCommand)), prefix } : toReached(place);
  try {
    const { setName, msg } = await reached.db.command({ hello: 1 });
    const isSharded = msg === "isdbgrid";
    const hasTransactions = setName !== undefined || isSharded;
    if (!hasTransactions && !isStandaloneEnough) throw new Error(STANDALONE);
    return { ...reached, hasTransactions, isSharded };
  } catch (error) {
    await reached.close();
    throw toStoreError(error);
  }
};

const STANDALONE =
  "This MongoDB server is standalone: units of work need a replica set, of which one member is enough " +
  "(start mongod with --replSet and run rs.initiate() once). To do without, set KALENDS_MONGODB_STANDALONE=1 " +
  "(the option standalone); then what a failed request has written stays.";

type Reached = Omit<Connection, "hasTransactions" | "isSharded">;

/** Matches valid prefixes of collection names. */
const PREFIX = /^(?!system\.|\.)[\w.-]{0,64}$/;

const checkPrefix = (prefix: string): void => {
  if (!PREFIX.test(prefix)) {
    throw new Error(
      `The prefix "${prefix}" is not of up to 64 letters, digits, _, - and ., or begins with . or system.`,
    );
  }
};

const toReached = ({ db: given, prefix = "" }: MongodbPlace): Reached => {
  // The type is safe, because copies of the driver differ only in types that are not used here.
  const db = given as Db;
  return { client: db.client, db, prefix, close: () => Promise.resolve() };
};

/** Tries to connect again and again, until the server responds or the time limit is reached. */
const reach = async (
  address: string,
  patience: number,
  onCommand: ConnectOptions["onCommand"],
): Promise<Omit<Reached, "prefix">> => {
  const deadline = performance.now() + patience;
  const selection = Math.max(1, Math.min(SERVER_SELECTION, patience));
  for (;;) {
    const client = new MongoClient(address, {
      appName: "kalends",
      serverSelectionTimeoutMS: selection,
      connectTimeoutMS: CONNECT,
      heartbeatFrequencyMS: HEARTBEAT,
      // For the driver, 0 means no limit. With `Infinity`, its timer would fire immediately.
      waitQueueTimeoutMS: Number.isFinite(patience) ? patience : 0,
      retryWrites: true,
      monitorCommands: onCommand !== undefined,
    });
    if (onCommand !== undefined) client.on("commandStarted", ({ command }) => onCommand(command));
    try {
      await client.connect();
      const db = client.db(databaseOf(address));
      return { client, db, close: () => client.close() };
    } catch (error) {
      await client.close();
      // Errors such as a wrong password stay the same on a retry, so they are thrown at once.
      if (performance.now() >= deadline || toStoreError(error) === error) throw toStoreError(error);
      await sleep(PAUSE);
    }
  }
};

/** Returns the name of the database: the path in the address, or `kalends` if the address has no path. */
const databaseOf = (address: string): string => {
  const [, path = ""] = /^[^:]+:\/\/[^/?]*\/([^?]*)/.exec(address) ?? [];
  return path === "" ? DEFAULT_DATABASE : decodeURIComponent(path);
};
