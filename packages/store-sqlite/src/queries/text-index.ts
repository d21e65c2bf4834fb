import { type TextSearch, trigrams } from "@kalends/core";
import type { Connection } from "../database/connection.ts";
import { PREFIX } from "../database/prefix.ts";
import type { DeferredWrites } from "../transactions/deferred-writes.ts";
import type { Extent } from "./event-months.ts";
import { every, inTime, OURS, raw, type Sql, sql, when } from "./sql.ts";

/** The tables `kalends_<name>_texts` (id, text) and `kalends_<name>_search` (which trigrams occur in these texts). */
export type TextIndex = "event" | "venue" | "organizer";

export const TEXT_INDEXES: readonly TextIndex[] = ["event", "venue", "organizer"];

/** Together, for all fragments: these narrow enough, for the texts they lead to are looked into anyway. */
const MAX_GRAMS = 12;

/** A NUL would end the text for some functions of the database; both sides are treated alike. */
const withoutNul = (text: string): string => text.replaceAll("\0", "\ufffd");

/** Keeps the searchable text of a record, if it has one of its own. The index is only touched when the text has changed. */
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

/** Takes out of the index what texts that are not there any more had; until then only searches pass over it. Reads all of the index. */
export const forgetTexts = (connection: Connection, deferred: DeferredWrites, index: TextIndex): void =>
  deferred.add(
    () =>
      connection.run(`INSERT INTO ${PREFIX}${index}_search (${PREFIX}${index}_search) VALUES ('optimize')`),
    0,
  );

/** In the index's own language: quoted, nothing in them means anything else. */
const toGrams = (fragment: string, most: number): readonly string[] =>
  [...new Set(trigrams(fragment, most))].map((gram) => `"${gram.replaceAll('"', '""')}"`);

/** For each fragment: it may occur. */
const toMatches = (fragments: readonly string[]): readonly string[] =>
  fragments.map(
    (fragment) =>
      `(${toGrams(fragment, Math.max(1, Math.floor(MAX_GRAMS / fragments.length))).join(" AND ")})`,
  );

/** Whether the index knows the fragment: it knows trigrams. */
export const isIndexed = (fragment: string): boolean => trigrams(fragment, 1).length > 0;

/** A plus: the order of the list stays the way in, so that a page ends the search. */
const isCandidate = (index: TextIndex, id: string, match: string, extent?: Extent): Sql =>
  sql`+${raw(id)} IN (${lookUp(index, match, extent)})`;

const lookUp = (index: TextIndex, match: string, extent: Extent | undefined): Sql =>
  sql`SELECT rowid FROM ${raw(`${PREFIX}${index}_search`)} WHERE ${found(index, match, extent)}`;

/** So many records are few enough to read all that match at once, not only those of a page. */
const SHORT = 10_000;

export const isShort = (extent: Extent | undefined): boolean => extent !== undefined && extent.count <= SHORT;

/** The index reads only what is between these ids, if there are some. Bound numbers are none that it takes for ids. */
const found = (index: TextIndex, match: string, extent: Extent | undefined): Sql =>
  every([
    sql`${raw(`${PREFIX}${index}_search`)} MATCH ${match}`,
    ...when(
      extent,
      ({ firstId, lastId }) => sql`rowid BETWEEN CAST(${firstId} AS INTEGER) AND CAST(${lastId} AS INTEGER)`,
    ),
    inTime("rowid"),
  ]);

/** Records are looked into one by one where their ids are spread more thinly than this, for the index has the others, too... */
const SPREAD = 10;
/** ...unless it has less than one for so many of them. */
const RARE = 4;

/** Whether the index helps to find some of the fragments among these records. */
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

/** The index only names the texts that may hold the fragments. */
const candidates = (
  index: TextIndex,
  id: string,
  fragments: readonly string[],
  extent?: Extent,
): readonly Sql[] =>
  fragments.length === 0 ? [] : [isCandidate(index, id, toMatches(fragments).join(" AND "), extent)];

/** Patterns give these a meaning, or take them for one another; escaped, they make a pattern several times as slow as `instr`. */
const UNFIT_FOR_PATTERNS = /[*?[\ufffd-\uffff]/;
/** In UTF-16 units; longer than 50,000 bytes a pattern would be refused. */
const MAX_PATTERN = 4000;

/** The text in `s` holds the fragment. GLOB compares exactly, as `instr` does, but is several times as fast. */
const occurs = (fragment: string): Sql =>
  UNFIT_FOR_PATTERNS.test(fragment) || fragment.length > MAX_PATTERN
    ? sql`instr(s.text, ${fragment}) > 0`
    : sql`s.text GLOB ${`*${fragment}*`}`;

/** The text of the record with this id fulfils all conditions on `s`: it is fetched once for all of them. */
const textFulfils = (index: TextIndex, id: string, conditions: readonly Sql[]): Sql =>
  sql`EXISTS (SELECT 1 FROM ${OURS}${raw(index)}_texts s WHERE ${every([raw(`s.id = ${id}`), ...conditions])})`;

const not = (condition: Sql): Sql => sql`NOT (${condition})`;

/** What the search asks for is in the text of the record with this id, and what it excludes is not. `extent`: of the list. */
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
  // Most texts may not even hold what is excluded.
  return sql`(${not(isCandidate(index, id, toMatches(none).join(" OR "), extent))} OR ${inText})`;
};

/** Every fragment occurs in one and the same line of the text. */
export const lineHoldsAll = (index: TextIndex, id: string, search: readonly string[]): Sql => {
  const fragments = search.map(withoutNul);
  const inOneLine = sql`line_holds(s.text, ${JSON.stringify(fragments)})`;
  return every([
    ...candidates(index, id, fragments.filter(isIndexed)),
    textFulfils(index, id, [...fragments.map(occurs), ...(fragments.length > 1 ? [inOneLine] : [])]),
  ]);
};
