import type { RecordKind } from "@kalends/core";
import type { Connection } from "./connection.ts";
import { PREFIX } from "./prefix.ts";

/** What has JSON of its own, or takes part in it: the usage of a term belongs to the term. */
export type CachedKind = RecordKind | "term";

/** The place of a kind is its number in the log of every file: a new one goes to the end. */
const KINDS: readonly CachedKind[] = ["event", "venue", "organizer", "image", "term"];

/** A kind and an id in one number, which a map finds sooner than a text. */
export const toKey = (kind: CachedKind, id: number): number => id * KINDS.length + KINDS.indexOf(kind);

/** So many of the last changes are in the log; whoever has missed more knows nothing. */
const KEPT = 4096;
/** The log is shortened once in so many changes. */
const TRIMMED = 1024;

const LOGGED: readonly (readonly [table: string, kind: CachedKind, id: string])[] = [
  ["events", "event", "id"],
  ["venues", "venue", "id"],
  ["organizers", "organizer", "id"],
  ["images", "image", "id"],
  ["terms", "term", "id"],
  ["term_usage", "term", "term_id"],
];

const toTriggers = ([table, kind, id]: (typeof LOGGED)[number]): string =>
  (["INSERT", "UPDATE", "DELETE"] as const)
    .map(
      (change) => `
CREATE TRIGGER ${PREFIX}${table}_${change.toLowerCase()}_logged AFTER ${change} ON ${PREFIX}${table} BEGIN
  INSERT INTO ${PREFIX}changes (kind, id, mark)
    VALUES (${KINDS.indexOf(kind)}, ${change === "INSERT" ? "NEW" : "OLD"}.${id}, random() >> 12);
END;`,
    )
    .join("");

/**
 * The tables and triggers of the log. Triggers run for every program that writes into the file. `mark` makes an entry unlike every
 * other one that could have its number, such as one of a backup that was put in place of the file's contents.
 */
export const CHANGE_LOG: string = `
CREATE TABLE ${PREFIX}changes (
  seq INTEGER PRIMARY KEY, kind INTEGER NOT NULL, id INTEGER NOT NULL, mark INTEGER NOT NULL
) STRICT;
CREATE TRIGGER ${PREFIX}changes_trimmed AFTER INSERT ON ${PREFIX}changes WHEN NEW.seq % ${TRIMMED} = 0 BEGIN
  DELETE FROM ${PREFIX}changes WHERE seq <= NEW.seq - ${KEPT};
END;
${LOGGED.map(toTriggers).join("")}
INSERT INTO ${PREFIX}changes (kind, id, mark) VALUES (0, 0, random() >> 12);`;

/** Reads the log from where it was read last. */
export interface ChangeLog {
  /** The keys of what was changed since; `undefined` when the log does not reach back so far: it may be anything. */
  next(connection: Connection): readonly number[] | undefined;
}

const MARK = `SELECT mark FROM ${PREFIX}changes WHERE seq = ?`;
const SINCE = `SELECT id * ${KINDS.length} + kind FROM ${PREFIX}changes WHERE seq > ?`;

export const createChangeLog = (): ChangeLog => {
  let last: { readonly seq: number; readonly mark: number } | undefined;
  return {
    next(connection) {
      const previous = last;
      // Stays so when reading fails.
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
