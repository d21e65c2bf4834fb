import type { Document } from "mongodb";
import type { Connection } from "./connect.ts";
import type { IndexedName } from "./indexes.ts";
import type { Sharding } from "./sharding-plan.ts";

/**
 * Shard key of the collections in `HASHED`. Ids increase by one, so their hashes are distributed evenly.
 * Only `_id` can be unique in these collections. Other unique values are therefore stored as the `_id` of a
 * document in `claims`.
 */
const BY_ID: Document = { _id: "hashed" };
const HASHED: readonly IndexedName[] = ["events", "claims", "venues", "organizers", "images"];

/** Shard key for the chunks of files, which is also their unique index. */
const BY_CHUNK: Document = { files_id: 1, n: 1 };

interface Step {
  readonly command: string;
  run(): Promise<unknown>;
}

/** Formats a key for `mongosh`. */
const toText = (key: Document): string =>
  `{ ${Object.entries(key)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(", ")} }`;

/**
 * Plans the sharding of the collections in `HASHED`. With `withFiles`, the plan includes the collection with
 * the bytes of files. Pass true if the database stores files.
 */
export const planSharding = (
  { client, db, prefix }: Pick<Connection, "client" | "db" | "prefix">,
  withFiles: boolean,
): Sharding => {
  const admin = client.db("admin");
  const inShell = JSON.stringify(db.databaseName);
  const shard = (name: string, key: Document): Step => {
    const namespace = `${db.databaseName}.${name}`;
    return {
      command: `sh.shardCollection(${JSON.stringify(namespace)}, ${toText(key)})`,
      run: () => admin.command({ shardCollection: namespace, key }),
    };
  };
  const steps: readonly Step[] = [
    {
      command: `sh.enableSharding(${inShell})`,
      run: () => admin.command({ enableSharding: db.databaseName }),
    },
    ...HASHED.map((name) => prefix + name).flatMap((name) => [
      {
        // A collection that is not empty can be sharded only if the index for the shard key exists.
        command: `db.getSiblingDB(${inShell}).getCollection(${JSON.stringify(name)}).createIndex(${toText(BY_ID)})`,
        run: () => db.collection(name).createIndex({ _id: "hashed" }),
      },
      shard(name, BY_ID),
    ]),
    ...(withFiles ? [shard(`${prefix}blobs.chunks`, BY_CHUNK)] : []),
  ];
  return {
    commands: steps.map(({ command }) => command),
    async apply(onDone) {
      const { msg } = await admin.command({ hello: 1 });
      if (msg !== "isdbgrid") throw new Error(NO_ROUTER);
      for (const { command, run } of steps) {
        await run();
        onDone(command);
      }
    },
  };
};

const NO_ROUTER = "This server is no mongos, the router of a sharded cluster; nothing was changed.";
