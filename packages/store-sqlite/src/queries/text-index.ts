import { type TextSearch, trigrams } from "@kalends/core/storage";
import type { Connection } from "../database/connection.ts";
import { PREFIX } from "../database/prefix.ts";
import type { DeferredWrites } from "../transactions/deferred-writes.ts";
import type { Extent } from "./event-months.ts";
import { every, inTime, PREFIXED, raw, type Sql, sql, when } from "./sql.ts";

/**
 * Name of a text index. It consists of the tables `kalends_<name>_texts` (id, text) and
 * `kalends_<name>_search` (the trigrams of these texts).
 */
export type TextIndex = "event" | "venue" | "organizer" | "image";

export const TEXT_INDEXES: readonly TextIndex[] = ["event", "venue", "organizer", "image"];

/**
 * Maximum number of trigrams for all fragments of a search together, but at least one for each fragment.
 * More would not help, because the texts that they select are compared anyway.
 */
const MAX_GRAMS = 12;

/**
 * Replaces NUL, because some functions of SQLite treat it as the end of a text. It is applied to texts and to
 * search texts.
 */
const withoutNul = (text: string): string => text.replaceAll("\0", "\ufffd");

/**
 * Stores the searched text of a record. If `text` is undefined, removes the stored text. Writes to the index
 * only if the text has changed.
 */
export const saveText = (
  connection: Connection,
  deferred: DeferredWrites,
  { index, id, isNew }: { readonly index: TextIndex; readonly id: number; readonly isNew: boolean },
  text: string | undefined,
): void => {
  const stored = text === undefined ? undefined : withoutNul(text);
  const old = isNew
    ? undefined
    : connection.value<string>(`SELECT text FROM ${PREFIX}${index}_texts WHERE id = ?`, [id]);
  if (old === stored) return;
  if (stored === undefined) connection.run(`DELETE FROM ${PREFIX}${index}_texts WHERE id = ?`, [id]);
  else
    connection.run(
      `INSERT INTO ${PREFIX}${index}_texts (id, text) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET text = excluded.text`,
      [id, stored],
    );
  deferred.add(() => {
    if (old !== undefined) {
      connection.run(
        `INSERT INTO ${PREFIX}${index}_search (${PREFIX}${index}_search, rowid, text) VALUES ('delete', CAST(? AS INTEGER), ?)`,
        [id, old],
      );
    }
    if (stored !== undefined)
      connection.run(`INSERT INTO ${PREFIX}${index}_search (rowid, text) VALUES (CAST(? AS INTEGER), ?)`, [
        id,
        stored,
      ]);
  }, stored?.length ?? 0);
};

/**
 * Merges the complete index, which removes the entries of deleted texts. Until this write has run, searches
 * skip these entries.
 */
export const removeStaleTexts = (connection: Connection, deferred: DeferredWrites, index: TextIndex): void =>
  deferred.add(
    () =>
      connection.run(`INSERT INTO ${PREFIX}${index}_search (${PREFIX}${index}_search) VALUES ('optimize')`),
    0,
  );

/**
 * Returns the trigrams of a fragment in the query language of the index. They are quoted, so that no
 * character is an operator.
 */
const toGrams = (fragment: string, most: number): readonly string[] =>
  [...new Set(trigrams(fragment, most))].map((gram) => `"${gram.replaceAll('"', '""')}"`);

/** Returns one index query for each fragment. It finds the texts that may contain the fragment. */
const toMatches = (fragments: readonly string[]): readonly string[] =>
  fragments.map(
    (fragment) =>
      `(${toGrams(fragment, Math.max(1, Math.floor(MAX_GRAMS / fragments.length))).join(" AND ")})`,
  );

/** True if the fragment has at least three characters, so that the index can find it. */
export const isIndexed = (fragment: string): boolean => trigrams(fragment, 1).length > 0;

/**
 * Condition that the text with this id is among those that the index finds for `match`. The unary plus makes
 * SQLite read the list of records in its own order, so that the query can stop when a page is full.
 */
const isCandidate = (index: TextIndex, id: string, match: string, extent?: Extent): Sql =>
  sql`+${raw(id)} IN (${lookUp(index, match, extent)})`;

const lookUp = (index: TextIndex, match: string, extent: Extent | undefined): Sql =>
  sql`SELECT rowid FROM ${raw(`${PREFIX}${index}_search`)} WHERE ${found(index, match, extent)}`;

/**
 * Maximum number of events in a date range for which a list reads all matches at once. For a larger range, it
 * reads only the matches of one page.
 */
const MAX_SHORT = 10_000;

export const isShort = (extent: Extent | undefined): boolean =>
  extent !== undefined && extent.count <= MAX_SHORT;

/**
 * Condition that the index finds a text. If `extent` is given, only texts with ids in its range are found.
 * The cast is necessary, because the index ignores limits that are bound as numbers.
 */
const found = (index: TextIndex, match: string, extent: Extent | undefined): Sql =>
  every([
    sql`${raw(`${PREFIX}${index}_search`)} MATCH ${match}`,
    ...when(
      extent,
      ({ firstId, lastId }) => sql`rowid BETWEEN CAST(${firstId} AS INTEGER) AND CAST(${lastId} AS INTEGER)`,
    ),
    inTime("rowid"),
  ]);

/**
 * Average distance of ids in a range above which testing the records one by one may be faster. The index
 * would also read all other records between these ids.
 */
const SPREAD = 10;
/** If ids are farther apart than `SPREAD`, the index is used only if fewer than one in 4 records match. */
const RARE = 4;

/** True if the index makes it faster to find some of the fragments in these records. */
const isHelpful = (
  connection: Connection,
  index: TextIndex,
  fragments: readonly string[],
  extent: Extent | undefined,
): boolean => {
  if (extent === undefined || extent.lastId - extent.firstId <= SPREAD * extent.count) return true;
  const few = Math.floor(extent.count / RARE);
  return fragments.some((fragment) =>
    toGrams(fragment, MAX_GRAMS).some((gram) => {
      const some = sql`SELECT 1 FROM ${raw(`${PREFIX}${index}_search`)} WHERE ${found(index, gram, extent)} LIMIT ${few}`;
      return connection.total(`SELECT count(*) FROM (${some.text})`, some.values) < few;
    }),
  );
};

/** Condition that selects the texts that may contain the fragments. */
const candidates = (
  index: TextIndex,
  id: string,
  fragments: readonly string[],
  extent?: Extent,
): readonly Sql[] =>
  fragments.length === 0 ? [] : [isCandidate(index, id, toMatches(fragments).join(" AND "), extent)];

/**
 * Matches characters that have a meaning in GLOB patterns, or that GLOB confuses with others. Escaping them
 * would make a pattern several times as slow as `instr`.
 */
const UNFIT_FOR_PATTERNS = /[*?[\ufffd-\uffff]/;
/** Maximum length of a pattern in UTF-16 code units. SQLite refuses patterns of more than 50,000 bytes. */
const MAX_PATTERN = 4000;

/**
 * Condition that the text in `s` contains the fragment. GLOB compares exactly, like `instr`, but is several
 * times as fast.
 */
const occurs = (fragment: string): Sql =>
  UNFIT_FOR_PATTERNS.test(fragment) || fragment.length > MAX_PATTERN
    ? sql`instr(s.text, ${fragment}) > 0`
    : sql`s.text GLOB ${`*${fragment}*`}`;

/**
 * Condition that the text of the record with this id meets all conditions on `s`. The text is read only once
 * for all of them.
 */
const textFulfils = (index: TextIndex, id: string, conditions: readonly Sql[]): Sql =>
  sql`EXISTS (SELECT 1 FROM ${PREFIXED}${raw(index)}_texts s WHERE ${every([raw(`s.id = ${id}`), ...conditions])})`;

const not = (condition: Sql): Sql => sql`NOT (${condition})`;

/**
 * Condition that the text of the record contains all required fragments and no excluded one. `extent` has
 * the lowest and highest id of the texts in question.
 */
export const matchesSearch = (
  connection: Connection,
  index: TextIndex,
  id: string,
  search: TextSearch,
  extent: Extent | undefined,
): Sql => {
  const [all, none] = [search.all.map(withoutNul), search.none.map(withoutNul)];
  if (all.length + none.length === 0) return every([]);
  const wanted = [...all.map(occurs), ...none.map(occurs).map(not)];
  const inText = textFulfils(index, id, wanted);
  const indexed = (all.length > 0 ? all : none).filter(isIndexed);
  if (!isHelpful(connection, index, indexed, extent)) return inText;
  if (all.some(isIndexed) && isShort(extent)) {
    const texts = sql`SELECT f.rowid FROM (${lookUp(index, toMatches(indexed).join(" AND "), extent)}) f
      CROSS JOIN ${raw(`${PREFIX}${index}_texts`)} s ON s.id = f.rowid WHERE ${every(wanted)}`;
    return sql`+${raw(id)} IN (${texts})`;
  }
  const mustRead = all.length > 0 || !none.every(isIndexed);
  if (mustRead) return every([...(all.length > 0 ? candidates(index, id, indexed, extent) : []), inText]);
  // Most texts contain no excluded fragment. For such texts, the index is sufficient, and the text need not
  // be read.
  return sql`(${not(isCandidate(index, id, toMatches(none).join(" OR "), extent))} OR ${inText})`;
};

/** Condition that all fragments occur in one and the same line of the text. */
export const lineHoldsAll = (index: TextIndex, id: string, search: readonly string[]): Sql => {
  const fragments = search.map(withoutNul);
  const inOneLine = sql`line_holds(s.text, ${JSON.stringify(fragments)})`;
  return every([
    ...candidates(index, id, fragments.filter(isIndexed)),
    textFulfils(index, id, [...fragments.map(occurs), ...(fragments.length > 1 ? [inOneLine] : [])]),
  ]);
};
