import { accessSync, constants } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { createMongodServer } from "./mongod-server.ts";
import { createScriptedServer } from "./scripted-server.ts";
import type { MakeTestServer } from "./test-server.ts";

/** Way in which the tests create MongoDB servers. */
export interface ServerSource {
  /** Readable name of the server program. */
  readonly description: string;
  readonly make: MakeTestServer;
}

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/**
 * Finds a MongoDB server for tests. Uses the binary in `MONGOD`, then the scripts in the folder
 * `KALENDS_TEST_MONGODB`, then `mongod` on the `PATH`. Returns `undefined` if none exists. Throws if a
 * variable names a file that does not exist.
 */
export const findServer = (environment: NodeJS.ProcessEnv): ServerSource | undefined => {
  const { MONGOD: named, KALENDS_TEST_MONGODB: folder, PATH = "" } = environment;
  if (named) {
    if (!isExecutable(named)) throw new Error(`MONGOD names ${named}, which cannot be executed`);
    return fromBinary(named);
  }
  if (folder) {
    const scripts = resolve(folder);
    if (!isExecutable(join(scripts, "start"))) {
      throw new Error(`KALENDS_TEST_MONGODB names ${folder}, which has no script "start"`);
    }
    return { description: `scripts in ${folder}`, make: () => createScriptedServer(scripts) };
  }
  const found = PATH.split(delimiter)
    .map((directory) => join(directory, "mongod"))
    .find(isExecutable);
  return found === undefined ? undefined : fromBinary(found);
};

const fromBinary = (path: string): ServerSource => ({
  description: path,
  make: () => createMongodServer(() => Promise.resolve(path)),
});

/** Server that downloads `mongod` when it is started for the first time. */
export const DOWNLOADED: ServerSource = {
  description: "a downloaded mongod",
  make: () =>
    createMongodServer(async () => {
      const { MongoBinary } = await import("mongodb-memory-server-core");
      return MongoBinary.getPath();
    }),
};
