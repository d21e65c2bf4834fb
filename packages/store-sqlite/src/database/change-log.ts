import type { RecordKind } from "@kalends/core/storage";
import type { Connection } from "./connection.ts";
import { PREFIX } from "./prefix.ts";

/** Kinds of cached objects. Terms are included; their JSON is cached together with their usage counts. */
export type CachedKind = RecordKind | "term";

/**
 * Kinds in the order of the numbers by which the change log stores them. Add new kinds at the end, and never
 * change the order.
 */
const KINDS: readonly CachedKind[] = ["event", "venue", "organizer", "image", "term"];

/**
 * Combines a kind and an id into one number, because a map with numbers as keys is faster than one with
 * texts.
 */
export const toKey = (kind: CachedKind, id: number): number => id * KINDS.length + KINDS.indexOf(kind);

/**
 * Minimum number of latest changes that the log keeps. A `ChangeLog` whose last read is further back returns
 * `undefined`, and its cache must be cleared completely.
 */
const MAX_ENTRIES = 4096;
/** Number of changes after which old entries are removed from the log. */
const TRIM_INTERVAL = 1024;

/**
 * Tables with cached objects. `watched` is the only column whose updates are logged: other columns of an
 * occurrence are also updated with its series, which does not change its JSON.
 */
const LOGGED: readonly (readonly [table: string, kind: CachedKind, id: string, watched?: string])[] = [
  ["events", "event", "id", "json"],
  ["venues", "venue", "id"],
  ["organizers", "organizer", "id"],
  ["images", "image", "id"],
  ["terms", "term", "id"],
  ["term_usage", "term", "term_id"],
];

const toTriggers = ([table, kind, id, watched]: (typeof LOGGED)[number]): string =>
  (["INSERT", "UPDATE", "DELETE"] as const)
    .map(
      (change) => `
CREATE TRIGGER ${PREFIX}${table}_${change.toLowerCase()}_logged AFTER ${change}${change === "UPDATE" && watched ? ` OF ${watched}` : ""} ON ${PREFIX}${table} BEGIN
  INSERT INTO ${PREFIX}changes (kind, id, mark)
    VALUES (${KINDS.indexOf(kind)}, ${change === "INSERT" ? "NEW" : "OLD"}.${id}, random() >> 12);
END;`,
    )
    .join("");

/**
 * Tables and triggers of the change log. The triggers record writes of every program.
 * `mark` distinguishes an entry from others with the same `seq`, which can exist after a backup is restored.
 */
export const CHANGE_LOG: string = `
CREATE TABLE ${PREFIX}changes (
  seq INTEGER PRIMARY KEY, kind INTEGER NOT NULL, id INTEGER NOT NULL, mark INTEGER NOT NULL
) STRICT;
CREATE TRIGGER ${PREFIX}changes_trimmed AFTER INSERT ON ${PREFIX}changes WHEN NEW.seq % ${TRIM_INTERVAL} = 0 BEGIN
  DELETE FROM ${PREFIX}changes WHERE seq <= NEW.seq - ${MAX_ENTRIES};
END;
${LOGGED.map(toTriggers).join("")}
INSERT INTO ${PREFIX}changes (kind, id, mark) VALUES (0, 0, random() >> 12);`;

/** Reads the entries of the change log that are new since the last read. */
export interface ChangeLog {
  /**
   * Returns the keys (`toKey`) of records that were changed since the last call. Returns `undefined` if any
   * record may have changed. This is the case on the first call, after a failed read, after a backup was
   * restored, and if entries since the last call were already removed.
   */
  next(connection: Connection): readonly number[] | undefined;
}

const MARK = `SELECT mark FROM ${PREFIX}changes WHERE seq = ?`;
const SINCE = `SELECT id * ${KINDS.length} + kind FROM ${PREFIX}changes WHERE seq > ?`;

export const createChangeLog = (): ChangeLog => {
  let last: { readonly seq: number; readonly mark: number } | undefined;
  return {
    next(connection) {
      const previous = last;
      // `last` stays undefined if the read fails, so that the next call returns `undefined`.
      last = undefined;
      const seq = connection.value<number>(`SELECT max(seq) FROM ${PREFIX}changes`) ?? 0;
      const mark = connection.value<number>(MARK, [seq]);
      if (mark !== undefined) last = { seq, mark };
      if (previous === undefined || connection.value(MARK, [previous.seq]) !== previous.mark)
        return undefined;
      return connection.column<number>(SINCE, [previous.seq]);
    },
  };
};
