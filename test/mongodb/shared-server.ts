import { randomUUID } from "node:crypto";
import { MongoClient } from "mongodb";
import { DOWNLOADED, findServer, type ServerSource } from "./find-server.ts";
import { addressOf, type MakeTestServer, type TestServer } from "./test-server.ts";

const { STORES } = process.env;
const isDemanded = STORES?.split(",").some((name) => name.trim() === "mongodb") ?? false;

/**
 * Source of the MongoDB servers for this run. `undefined` if `STORES` excludes MongoDB. Also `undefined` if
 * `STORES` is not set and no server is found.
 */
export const serverSource: ServerSource | undefined =
  STORES && !isDemanded ? undefined : (findServer(process.env) ?? (isDemanded ? DOWNLOADED : undefined));

/**
 * Declares a test suite that needs a MongoDB server. The suite is left out if `STORES` excludes MongoDB, and
 * skipped if no server is found.
 */
export const describeWithServer = (title: string, suite: (this: Mocha.Suite) => void): void => {
  if (serverSource !== undefined) describe(title, suite);
  else if (!STORES) describe.skip(title, suite);
};

/** Creates a server for one test suite, for example to kill it. The server is not started yet. */
export const makeServer: MakeTestServer = () => {
  if (serverSource === undefined) throw new Error("There is no MongoDB server here: see CONTRIBUTING.md");
  return serverSource.make();
};

/** Environment variable with which worker processes get the address of the shared server. */
const ADDRESS = "KALENDS_TEST_MONGODB_ADDRESS";

const state: { server?: TestServer; client?: Promise<MongoClient> } = {};

const sharedAddress = (): string => {
  const address = process.env[ADDRESS];
  if (address === undefined) throw new Error("The run has no MongoDB server: see CONTRIBUTING.md");
  return address;
};

/** Starts the server that all test files of the run share. Each file uses its own databases. */
export const startSharedServer = async (): Promise<void> => {
  state.server = makeServer();
  process.env[ADDRESS] = await state.server.start();
};

/** Ends the shared server and closes this process's connection to it. */
export const removeSharedServer = async (): Promise<void> => {
  await (await state.client)?.close();
  await state.server?.remove();
};

const WRITES: ReadonlySet<string> = new Set(["insert", "update", "delete", "findAndModify"]);

/** Collections that were written to with the shared connection, by database. */
const written = new Map<string, Set<string>>();

/** Returns the connection to the shared server. All test files in a process share it. */
export const sharedClient = (): Promise<MongoClient> => {
  state.client ??= new MongoClient(sharedAddress(), { monitorCommands: true })
    .on("commandStarted", ({ commandName, databaseName, command }) => {
      if (!WRITES.has(commandName)) return;
      const names = written.get(databaseName) ?? new Set();
      written.set(databaseName, names.add(command[commandName]));
    })
    .connect();
  return state.client;
};

/** Returns the collections of a database that were written to with the shared connection. Clears the list. */
export const takeWritten = (database: string): readonly string[] => {
  const names = written.get(database) ?? [];
  written.delete(database);
  return [...names];
};

export const databaseAddress = (name: string): string => addressOf(sharedAddress(), name);

/** Returns the address of a new database on the shared server. The database does not exist yet. */
export const newDatabase = async (): Promise<string> => databaseAddress(`test-${randomUUID()}`);
