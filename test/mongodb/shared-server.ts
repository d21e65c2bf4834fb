import { randomUUID } from "node:crypto";
import { DOWNLOADED, findServer, type ServerSource } from "./find-server.ts";
import { addressOf, type MakeTestServer, type TestServer } from "./test-server.ts";

const { STORES } = process.env;
const isDemanded = STORES?.split(",").some((name) => name.trim() === "mongodb") ?? false;

/** Where the servers of this run come from; `undefined` when `STORES` leaves MongoDB out, or is not set and there are none. */
export const serverSource: ServerSource | undefined =
  STORES && !isDemanded ? undefined : (findServer(process.env) ?? (isDemanded ? DOWNLOADED : undefined));

/** A suite that needs MongoDB servers. */
export const describeWithServer: Mocha.PendingSuiteFunction =
  serverSource === undefined ? describe.skip : describe;

/** A server of a suite's own, not started: to be killed, say. */
export const makeServer: MakeTestServer = () => {
  if (serverSource === undefined) throw new Error("There is no MongoDB server here: see CONTRIBUTING.md");
  return serverSource.make();
};

const shared: { server?: TestServer; address?: Promise<string> } = {};

/** The address of the server that all suites share; it is started when the first one asks, and gone after the last one. */
export const sharedServer = (): Promise<string> => {
  if (shared.address === undefined) {
    shared.server = makeServer();
    shared.address = shared.server.start();
  }
  return shared.address;
};

/** The address of a database on the shared server that does not exist yet. */
export const newDatabase = async (): Promise<string> =>
  addressOf(await sharedServer(), `test-${randomUUID()}`);

// Loaded by a file of tests, this is a hook of the whole run.
after(async () => {
  await shared.server?.remove();
});
