import { setTimeout as sleep } from "node:timers/promises";
import { type Db, MongoClient } from "mongodb";
import { toStoreError } from "./errors.ts";
import type { MongodbPlace } from "./place.ts";

/** How a store reaches its database. */
export interface Connection {
  readonly client: MongoClient;
  readonly db: Db;
  readonly prefix: string;
  readonly hasTransactions: boolean;
  /** True for the router of a sharded cluster. */
  readonly isSharded: boolean;
  /** Leaves a client that was passed in as it is. */
  close(): Promise<void>;
}

interface ConnectOptions {
  /** Milliseconds. */
  readonly patience: number;
  readonly isStandaloneEnough: boolean;
  /** Of what is at an address. */
  readonly prefix?: string;
  readonly onCommand?: (command: Readonly<Record<string, unknown>>) => void;
}

/** Milliseconds after which, once open, everything rejects when the server is away. */
const SERVER_SELECTION = 3000;
/** Also after how many milliseconds without an answer of the server its connections count as broken. */
const CONNECT = 3000;
/** Milliseconds between two looks at the server's health. */
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

/** What a collection may be called, whatever follows. */
const PREFIX = /^(?!system\.|\.)[\w.-]{0,64}$/;

const checkPrefix = (prefix: string): void => {
  if (!PREFIX.test(prefix)) {
    throw new Error(
      `The prefix "${prefix}" is not of up to 64 letters, digits, _, - and ., or begins with . or system.`,
    );
  }
};

const toReached = ({ db: given, prefix = "" }: MongodbPlace): Reached => {
  // Copies of the driver differ in the types of what we do not use.
  const db = given as Db;
  return { client: db.client, db, prefix, close: () => Promise.resolve() };
};

/** Tries until the server answers or the time is up. */
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
      // The driver's word for no end is 0; its timer would end at once for `Infinity`.
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
      // A wrong password does not become right.
      if (performance.now() >= deadline || toStoreError(error) === error) throw toStoreError(error);
      await sleep(PAUSE);
    }
  }
};

/** The path of the address. */
const databaseOf = (address: string): string => {
  const [, path = ""] = /^[^:]+:\/\/[^/?]*\/([^?]*)/.exec(address) ?? [];
  return path === "" ? DEFAULT_DATABASE : decodeURIComponent(path);
};
