import { randomUUID } from "node:crypto";
import { MongoClient } from "mongodb";
import { DOWNLOADED, findServer, type ServerSource } from "./find-server.ts";
import { addressOf, type MakeTestServer, type TestServer } from "./test-server.ts";

const { STORES } = process.env;
const isDemanded = STORES?.split(",").some((name) => name.trim() === "mongodb") ?? false;

/** Where the servers of this run come from; `undefined` when `STORES` leaves MongoDB out, or is not set and there are none. */
export const serverSource: ServerSource | undefined =
  STORES && !isDemanded ? undefined : (findServer(process.env) ?? (isDemanded ? DOWNLOADED : undefined));

const leaveOut = (): void => {};

/** A suite that needs MongoDB servers: none where `STORES` names other stores alone, a skipped one where there is no server. */
export const describeWithServer: (title: string, suite: (this: Mocha.Suite) => void) => void =
  serverSource !== undefined ? describe : STORES ? leaveOut : describe.skip;

/** A server of a suite's own, not started: to be killed, say. */
export const makeServer: MakeTestServer = () => {
  if (serverSource === undefined) throw new Error("There is no MongoDB server here: see CONTRIBUTING.md");
  return serverSource.make();
};

interface Shared {
  readonly server: TestServer;
  readonly address: string;
  readonly client: MongoClient;
}

const state: { shared?: Promise<Shared> } = {};

/** The server that all suites share: started when the first one asks, gone after the last one. */
const shared = (): Promise<Shared> => {
  const start = async (): Promise<Shared> => {
    const server = makeServer();
    try {
      const address = await server.start();
      return { server, address, client: await new MongoClient(address).connect() };
    } catch (error) {
      await server.remove();
      throw error;
    }
  };
  state.shared ??= start();
  return state.shared;
};

/** A connection to the shared server. */
export const sharedClient = async (): Promise<MongoClient> => (await shared()).client;

/** The address of a database on the shared server that does not exist yet. */
export const newDatabase = async (): Promise<string> =>
  addressOf((await shared()).address, `test-${randomUUID()}`);

// Loaded by a file of tests, this is a hook of the whole run.
after(async () => {
  // Whoever asked for a server that did not start has failed by now.
  const started = await state.shared?.catch(() => undefined);
  await started?.client.close();
  await started?.server.remove();
});
