import { randomUUID } from "node:crypto";
import { MongoClient } from "mongodb";
import { DOWNLOADED, findServer, type ServerSource } from "./find-server.ts";
import { addressOf, type MakeTestServer, type TestServer } from "./test-server.ts";

const { STORES } = process.env;
const isDemanded = STORES?.split(",").some((name) => name.trim() === "mongodb") ?? false;

/** Where the servers of this run come from; `undefined` when `STORES` leaves MongoDB out, or is not set and there are none. */
export const serverSource: ServerSource | undefined =
  STORES && !isDemanded ? undefined : (findServer(process.env) ?? (isDemanded ? DOWNLOADED : undefined));

/** A suite that needs MongoDB servers: none where `STORES` names other stores alone, a skipped one where there is no server. */
export const describeWithServer = (title: string, suite: (this: Mocha.Suite) => void): void => {
  if (serverSource !== undefined) describe(title, suite);
  else if (!STORES) describe.skip(title, suite);
};

/** A server of a suite's own, not started: to be killed, say. */
export const makeServer: MakeTestServer = () => {
  if (serverSource === undefined) throw new Error("There is no MongoDB server here: see CONTRIBUTING.md");
  return serverSource.make();
};

/** Where workers find the server of the run. */
const ADDRESS = "KALENDS_TEST_MONGODB_ADDRESS";

const state: { server?: TestServer; client?: Promise<MongoClient> } = {};

const sharedAddress = (): string => {
  const address = process.env[ADDRESS];
  if (address === undefined) throw new Error("The run has no MongoDB server: see CONTRIBUTING.md");
  return address;
};

/** Starts the server that all files of the run share, each in databases of its own. */
export const startSharedServer = async (): Promise<void> => {
  state.server = makeServer();
  process.env[ADDRESS] = await state.server.start();
};

/** Ends it, and the connection of this process. */
export const removeSharedServer = async (): Promise<void> => {
  await (await state.client)?.close();
  await state.server?.remove();
};

const WRITES: ReadonlySet<string> = new Set(["insert", "update", "delete", "findAndModify"]);

/** Collections that were written to over the shared connection, by their databases. */
const written = new Map<string, Set<string>>();

/** A connection to the shared server, the same for all files that a process runs. */
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

/** The collections of a database that were written to over that connection since this was asked last. */
export const takeWritten = (database: string): readonly string[] => {
  const names = written.get(database) ?? [];
  written.delete(database);
  return [...names];
};

export const databaseAddress = (name: string): string => addressOf(sharedAddress(), name);

/** The address of a database on the shared server that does not exist yet. */
export const newDatabase = async (): Promise<string> => databaseAddress(`test-${randomUUID()}`);
