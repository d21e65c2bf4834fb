import type { Config } from "../configuration/config.ts";
import { OperatorError } from "../operator-error.ts";
import { splitStorage } from "../storage/storage-schemes.ts";

/**
 * Returns the path of the configured SQLite file. For other storages and for SQLite in memory, throws an
 * `OperatorError` that names the tools to use instead.
 */
export const sqlitePlaceOf = ({ storage }: Pick<Config, "storage">): string => {
  const { scheme, place } = splitStorage(storage);
  if (scheme === "sqlite" && place.trim() !== ":memory:") return place.trim();
  const other = scheme.startsWith("mongodb") ? ", or mongodump and mongorestore" : "";
  throw new OperatorError([
    `Only SQLite files can be backed up and restored this way. For this storage, use kalends export and kalends import${other}.`,
  ]);
};
