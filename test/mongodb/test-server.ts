import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** MongoDB server for tests: a replica set with one member. Its data is in a temporary directory. */
export interface TestServer {
  /**
   * Starts the server with its existing data, if it is not running. Returns its address, which never changes.
   */
  start(): Promise<string>;
  /** Shuts the server down cleanly. */
  stop(): Promise<void>;
  /** Kills the server with SIGKILL, as in a crash. */
  kill(): Promise<void>;
  /** Ends the server and removes its data. */
  remove(): Promise<void>;
}

/** Creates a server without starting it. */
export type MakeTestServer = () => TestServer;

/** Temporary directory for the data of a server. */
export interface GuardedDirectory {
  readonly path: string;
  /** Runs the command that ends the server, then removes the directory. */
  remove(): Promise<void>;
}

/**
 * Creates a temporary directory for a server. A separate process waits until this process ends for any
 * reason. It then ends the server and removes the directory. `end` returns the command that ends the server,
 * which also works if the server is not running.
 */
export const createGuardedDirectory = (end: (path: string) => readonly string[]): GuardedDirectory => {
  const path = mkdtempSync(join(tmpdir(), "kalends-mongodb-"));
  const script = 'cat > /dev/null; "$@"; rm -rf -- "$0"';
  const guard = spawn("sh", ["-c", script, path, ...end(path)], {
    // Detached, so that a signal to the tests, such as Ctrl+C, does not end this process.
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  const ended = once(guard, "exit");
  guard.unref();
  return {
    path,
    async remove() {
      guard.ref();
      guard.stdin.end();
      await ended;
    },
  };
};

/** Returns the address of a database on a server. */
export const addressOf = (server: string, database: string): string => {
  const url = new URL(server);
  url.pathname = database;
  return url.href;
};
