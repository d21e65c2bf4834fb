import type { Finding } from "@kalends/core/storage";
import type { Connection } from "../database/connection.ts";
import { PREFIX } from "../database/prefix.ts";
import { MONTH_COUNTS } from "../queries/event-months.ts";
import { LINKS_OF_SERIES, reconcileSeries } from "../queries/series/reconcile-series.ts";
import { createUsageCounts } from "../queries/usage-counts.ts";
import type { Session } from "../transactions/transactions.ts";

/** Compares the stored links of each series with its occurrences. */
export async function* checkSeries(session: Session): AsyncGenerator<Finding> {
  const ids = `SELECT id FROM (
    SELECT id FROM ${PREFIX}series UNION SELECT DISTINCT series_id FROM ${PREFIX}events WHERE series_id IS NOT NULL)
    WHERE id > ? AND id IN (SELECT id FROM ${PREFIX}events) ORDER BY id LIMIT 1`;
  for (let afterId = 0; ; ) {
    const found = await session.read((connection) => {
      const id = connection.value<number>(ids, [afterId]);
      return id === undefined ? undefined : { id, isSame: isReconciled(connection, id) };
    });
    if (found === undefined) return;
    const { id, isSame } = found;
    if (!isSame) {
      yield {
        kind: "series",
        record: { kind: "event", id },
        detail: "What finds the series does not say what its occurrences say.",
        repair: () => session.write((connection) => reconcile(connection, id)),
      };
    }
    afterId = id;
  }
}

const OWN_TEXT = `SELECT 1 FROM ${PREFIX}events WHERE series_id = ? AND text_of IS NULL LIMIT 1`;
const KNOWN = `SELECT json_array(kind, link_id, status) FROM ${PREFIX}series_links WHERE series_id = ?`;

/**
 * True if the series has its row, all its links, and no link to a term that no occurrence has any more. An
 * outdated link to a venue or organizer is allowed, because it only makes lists read one more series.
 */
const isReconciled = (connection: Connection, id: number): boolean => {
  const hasOwnTexts = connection.value<number>(`SELECT has_own_texts FROM ${PREFIX}series WHERE id = ?`, [
    id,
  ]);
  if (hasOwnTexts === undefined) return false;
  if (hasOwnTexts === 0 && connection.value(OWN_TEXT, [id]) !== undefined) return false;
  const known = new Set(connection.column<string>(KNOWN, [id]));
  const links = new Set(connection.column<string>(LINKS_OF_SERIES, [id, id, id, id]));
  const isTerm = (link: string): boolean => link.startsWith('["term"');
  return (
    [...links].every((link) => known.has(link)) &&
    [...known].every((link) => links.has(link) || !isTerm(link))
  );
};

/**
 * Creates the links of a series again. Its terms are then counted again. If the row of the series was lost,
 * the next extension of the horizon extends the series.
 */
const reconcile = (connection: Connection, id: number): void => {
  const last = `SELECT max(recurrence_id) FROM ${PREFIX}events WHERE series_id = ?`;
  connection.run(`INSERT OR IGNORE INTO ${PREFIX}series (id, expanded_until) VALUES (?, (${last}))`, [
    id,
    id,
  ]);
  connection.run(`UPDATE ${PREFIX}series SET has_own_texts = 1 WHERE id = ? AND EXISTS (${OWN_TEXT})`, [
    id,
    id,
  ]);
  const until = connection.value<string>(`SELECT expanded_until FROM ${PREFIX}series WHERE id = ?`, [id]);
  reconcileSeries(connection, createUsageCounts(), id, until ?? undefined);
};

const USAGE = `SELECT json_array(term_id, status, count(*)) FROM (
  SELECT term_id, status FROM ${PREFIX}event_terms WHERE hidden = 0 AND series_id IS NULL
  UNION ALL SELECT link_id, status FROM ${PREFIX}series_links WHERE kind = 'term') WHERE term_id > ? GROUP BY term_id, status`;

/** Checks the usage counts of terms. */
export async function* checkUsage(session: Session): AsyncGenerator<Finding> {
  const wrong = await session.read((connection) => {
    const wanted = new Set(connection.column<string>(USAGE, [0]));
    const known = `SELECT json_array(term_id, status, count) FROM ${PREFIX}term_usage WHERE count > 0`;
    const counted = new Set(connection.column<string>(known));
    const rows = differing(wanted, counted).map((row): readonly [number] => JSON.parse(row));
    return new Set(rows.map(([id]) => id));
  });
  for (const id of wrong) {
    yield {
      kind: "usage",
      record: { kind: "term", id },
      detail: "How often it is used is not what its events say.",
      repair: () =>
        session.write((connection) => {
          connection.run(`DELETE FROM ${PREFIX}term_usage WHERE term_id = ?`, [id]);
          connection.run(
            `INSERT INTO ${PREFIX}term_usage (term_id, status, count) SELECT term_id, status, count(*) FROM (
              SELECT term_id, status FROM ${PREFIX}event_terms WHERE term_id = ? AND hidden = 0 AND series_id IS NULL
              UNION ALL SELECT link_id, status FROM ${PREFIX}series_links WHERE kind = 'term' AND link_id = ?)
              GROUP BY term_id, status`,
            [id, id],
          );
        }),
    };
  }
}

/** Row of a month: clock, status, month, featured, count, first id, last id. */
type Month = readonly [string, string, string, number, number, number, number];

/** Checks the number of events that begin in each month. */
export async function* checkMonths(session: Session): AsyncGenerator<Finding> {
  for (const { table, counts } of MONTH_COUNTS) {
    const columns = "clock, status, month, featured, count, first_id, last_id";
    const select = (from: string): string => `SELECT json_array(${columns}) FROM ${from}`;
    const wrong = await session.read((connection) => {
      const read = (from: string): readonly Month[] =>
        connection.column<string>(select(from)).map((row): Month => JSON.parse(row));
      const wanted = new Map(
        read(`(WITH c (${columns}) AS (${counts}) SELECT * FROM c)`).map((row) => [keyOf(row), row]),
      );
      const known = new Map(read(`${PREFIX}${table} WHERE count > 0`).map((row) => [keyOf(row), row]));
      return [...new Set([...wanted.keys(), ...known.keys()])].filter(
        (key) => !isCovered(wanted.get(key), known.get(key)),
      );
    });
    if (wrong.length === 0) continue;
    yield {
      kind: "month",
      detail: `The table ${PREFIX}${table} does not count the events of ${wrong.slice(0, 5).join("; ")}${wrong.length > 5 ? "; …" : ""} as they are.`,
      repair: () =>
        session.write((connection) => {
          connection.run(`DELETE FROM ${PREFIX}${table}`);
          connection.run(`INSERT INTO ${PREFIX}${table} (${columns}) ${counts}`);
        }),
    };
  }
}

const keyOf = ([clock, status, month, featured]: Month): string =>
  `${month} (${status}, ${clock}${featured === 0 ? "" : ", featured"})`;

/** True if the stored range of ids contains the correct one. The stored range may be larger. */
const isCovered = (wanted: Month | undefined, known: Month | undefined): boolean =>
  wanted !== undefined &&
  known !== undefined &&
  wanted[4] === known[4] &&
  known[5] <= wanted[5] &&
  known[6] >= wanted[6];

/** Returns the members that only one of the two sets has. */
export const differing = <T>(one: ReadonlySet<T>, other: ReadonlySet<T>): readonly T[] => [
  ...[...one].filter((member) => !other.has(member)),
  ...[...other].filter((member) => !one.has(member)),
];
