import { setTimeout as pause } from "node:timers/promises";
import { removeSharedServer, serverSource, startSharedServer } from "./mongodb/shared-server.ts";
import { describeStores, stores } from "./stores.ts";

const needsServer = serverSource !== undefined && stores.some(({ name }) => name === "mongodb");

/** Prepares what all worker processes of a test run share. Mocha calls it once before the workers start. */
export const mochaGlobalSetup = async (): Promise<void> => {
  // Worker processes, and processes that they start, inherit these environment variables.
  process.env.SEED ||= String(Math.trunc(Math.random() * 2 ** 31));
  console.log(`${describeStores()}; SEED=${process.env.SEED}`);
  if (needsServer) await startSharedServer();
};

export const mochaGlobalTeardown = async (): Promise<void> => {
  if (needsServer) await removeSharedServer();
};

/** Returns the servers and child processes that are still open. Each test file must close its own. */
const openResources = (): readonly string[] =>
  process.getActiveResourcesInfo().filter((kind) => kind === "TCPServerWrap" || kind === "ProcessWrap");

/** Milliseconds that closed resources may take to disappear. */
const GRACE = 5_000;

/** Number of open resources that are already reported. */
const known = { count: 0 };

/** Warnings of Node.js, such as a timer overflow or a listener leak. Each warning makes the test run fail. */
const warnings: Error[] = [];
process.on("warning", (warning) => warnings.push(warning));

export const mochaHooks: Mocha.RootHookObject = {
  // Only needed in worker processes. Without workers, an open resource keeps the test run from ending, which
  // is noticed anyway.
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
