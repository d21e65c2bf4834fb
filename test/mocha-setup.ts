import { setTimeout as pause } from "node:timers/promises";
import { removeSharedServer, serverSource, startSharedServer } from "./mongodb/shared-server.ts";
import { describeStores, stores } from "./stores.ts";

const needsServer = serverSource !== undefined && stores.some(({ name }) => name === "mongodb");

/** Once a run, before its workers start: what they share. */
export const mochaGlobalSetup = async (): Promise<void> => {
  // Workers inherit it, and so do the processes that they start.
  process.env.SEED ||= String(Math.trunc(Math.random() * 2 ** 31));
  console.log(`${describeStores()}; SEED=${process.env.SEED}`);
  if (needsServer) await startSharedServer();
};

export const mochaGlobalTeardown = async (): Promise<void> => {
  if (needsServer) await removeSharedServer();
};

/** Servers and processes: what a file may not leave behind. */
const openResources = (): readonly string[] =>
  process.getActiveResourcesInfo().filter((kind) => kind === "TCPServerWrap" || kind === "ProcessWrap");

/** Milliseconds in which what a file has closed goes away. */
const GRACE = 5_000;

/** How many of them are of files that have failed for it. */
const known = { count: 0 };

/** What Node warns of, a timer that overflows or a listener that leaks, is a mistake that no test has seen yet. */
const warnings: Error[] = [];
process.on("warning", (warning) => warnings.push(warning));

export const mochaHooks: Mocha.RootHookObject = {
  // Without workers, what a file has left open shows: the run does not end.
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
