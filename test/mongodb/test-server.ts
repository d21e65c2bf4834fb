import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A MongoDB server of the tests' own: a replica set of one, with its data in a temporary directory. */
export interface TestServer {
  /** Starts it with the data it has; answers its address, each time the same. Nothing happens when it runs. */
  start(): Promise<string>;
  /** Ends it in order. */
  stop(): Promise<void>;
  /** Ends it as a crash does: with SIGKILL. */
  kill(): Promise<void>;
  /** Ends it if it runs, and removes its data. */
  remove(): Promise<void>;
}

/** A server that has not been started. */
export type MakeTestServer = () => TestServer;

/** A temporary directory of a server. */
export interface GuardedDirectory {
  readonly path: string;
  /** Runs the command that ends the server, and removes the directory. */
  remove(): Promise<void>;
}

/**
 * A temporary directory that does not outlive this process, and neither does the server in it, however the process ends:
 * another one waits for the end of a pipe. `end` answers the command that ends the server in a directory, running or not.
 */
export const createGuardedDirectory = (end: (path: string) => readonly string[]): GuardedDirectory => {
  const path = mkdtempSync(join(tmpdir(), "kalends-mongodb-"));
  const script = 'cat > /dev/null; "$@"; rm -rf -- "$0"';
  const guard = spawn("sh", ["-c", script, path, ...end(path)], {
    // Out of reach of what interrupts the tests.
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

/** The address of a database on the server at an address. */
export const addressOf = (server: string, database: string): string => {
  const url = new URL(server);
  url.pathname = database;
  return url.href;
};
