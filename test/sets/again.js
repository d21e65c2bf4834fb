import { spawnSync } from "node:child_process";
import { serverSource } from "../dist/mongodb/shared-server.js";

// Runs the tests that `npm test` leaves out: HTTP tests on the second store, and once more at the address of
// a locale.
const stores = serverSource === undefined ? "sqlite" : "sqlite,mongodb";
if (serverSource === undefined)
  console.log("No MongoDB: tests over HTTP run on SQLite alone (see CONTRIBUTING.md)");
const mocha = ["mocha", "--parallel", "--config", "test/sets/fast.cjs", "--grep", "mongodb| under /fr"];
const { status } = spawnSync("npx", mocha, { stdio: "inherit", env: { ...process.env, STORES: stores } });
process.exitCode = status ?? 1;
