import { accessSync, constants } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { createMongodServer } from "./mongod-server.ts";
import { createScriptedServer } from "./scripted-server.ts";
import type { MakeTestServer } from "./test-server.ts";

/** The way in which MongoDB test servers are created. */
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
 * Returns the binary that `MONGOD` names, else the scripts in the folder `KALENDS_TEST_MONGODB`, else
 * `mongod` on the PATH; `undefined` if there is none. Throws if a variable names a missing file.
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

/** A `mongod` that is downloaded at the first start. */
export const DOWNLOADED: ServerSource = {
  description: "a downloaded mongod",
  make: () =>
    createMongodServer(async () => {
      const { MongoBinary } = await import("mongodb-memory-server-core");
      return MongoBinary.getPath();
    }),
};
