import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { createGuardedDirectory, type TestServer } from "./test-server.ts";

/**
 * Creates a server that is controlled by scripts in a folder. `start DIR` starts the server and prints its
 * address. `stop DIR` and `kill DIR` end it.
 */
export const createScriptedServer = (folder: string): TestServer => {
  const directory = createGuardedDirectory((path) => [join(folder, "kill"), path]);
  const run = async (script: string): Promise<string> => {
    const { stdout } = await promisify(execFile)(join(folder, script), [directory.path]);
    return stdout.trim();
  };
  return {
    start: () => run("start"),
    stop: async () => void (await run("stop")),
    kill: async () => void (await run("kill")),
    remove: directory.remove,
  };
};
