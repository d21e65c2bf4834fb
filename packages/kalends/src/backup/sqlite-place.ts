import type { Config } from "../configuration/config.ts";
import { OperatorError } from "../operator-error.ts";
import { splitStorage } from "../storage/storage-schemes.ts";

/** The file of the configured storage. An `OperatorError` says what to do instead where it is none. */
export const sqlitePlaceOf = ({ storage }: Pick<Config, "storage">): string => {
  const { scheme, place } = splitStorage(storage);
  if (scheme === "sqlite" && place.trim() !== ":memory:") return place.trim();
  const other = scheme.startsWith("mongodb") ? ", or mongodump and mongorestore" : "";
  throw new OperatorError([
    `Only a SQLite file is backed up and restored so; for this storage, take kalends export and kalends import${other}.`,
  ]);
};
