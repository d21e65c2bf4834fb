import { setTimeout as pause } from "node:timers/promises";
import { removeSharedServer, serverSource, startSharedServer } from "./mongodb/shared-server.ts";
import { describeStores, stores } from "./stores.ts";

const needsServer = serverSource !== undefined && stores.some(({ name }) => name === "mongodb");

/** Prepares the state that all workers of a run share; runs once before they start. */
export const mochaGlobalSetup = async (): Promise<void> => {
  // Workers and the processes that they start inherit the environment.
  process.env.SEED ||= String(Math.trunc(Math.random() * 2 ** 31));
  console.log(`${describeStores()}; SEED=${process.env.SEED}`);
  if (needsServer) await startSharedServer();
};

export const mochaGlobalTeardown = async (): Promise<void> => {
  if (needsServer) await removeSharedServer();
};

/** Returns open servers and processes, which a test file must close. */
const openResources = (): readonly string[] =>
  process.getActiveResourcesInfo().filter((kind) => kind === "TCPServerWrap" || kind === "ProcessWrap");

/** Time in milliseconds for closed resources to disappear. */
const GRACE = 5_000;

/** Number of open resources already reported. */
const known = { count: 0 };

/** Warnings of Node, such as a timer overflow or a listener leak; each one makes the run fail. */
const warnings: Error[] = [];
process.on("warning", (warning) => warnings.push(warning));

export const mochaHooks: Mocha.RootHookObject = {
  // Without workers, an open resource is noticed anyway: the run does not end.
  async afterAll(this: Mocha.Context) {
    const file = this.test?.parent?.suites[0]?.file;
    const [warning] = warnings.splice(0);
    if (warning !== undefined) throw new Error(`Node warned while ${file} ran`, { cause: warning });
    if (process.env.MOCHA_WORKER_ID === undefined) return;
    const until = performance.now() + GRACE;
    while (openResources().length > known.count && performance.now() < until) await pause(20);
    const open = openResources();
    const isLeft = open.length > known.count;
    known.count = open.length;
    if (isLeft) throw new Error(`${file} has left open: ${open.join(", ")}`);
  },
};
