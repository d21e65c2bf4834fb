import type { Connection } from "./connection.ts";
import { type Condition, every } from "./sql.ts";

/** The tables `<name>_texts` (id, text) and `<name>_search` (trigrams of these texts). */
export type TextIndex = "event" | "venue" | "organizer";

/** The trigram index knows no shorter ones. */
const MIN_INDEXED = 3;

const isIndexed = (fragment: string): boolean => [...fragment].length >= MIN_INDEXED;

/** A NUL would end the text for some functions of the database; both sides are treated alike. */
const withoutNul = (text: string): string => text.replaceAll("\0", "\ufffd");

/** Keeps the searchable text of a record. The index is only touched when the text has changed. */
export const saveText = (connection: Connection, index: TextIndex, id: number, text: string): void => {
  const stored = withoutNul(text);
  const old = connection.value<string>(`SELECT text FROM ${index}_texts WHERE id = ?`, [id]);
  if (old === stored) return;
  if (old !== undefined) {
    connection.run(
      `INSERT INTO ${index}_search (${index}_search, rowid, text) VALUES ('delete', CAST(? AS INTEGER), ?)`,
      [id, old],
    );
  }
  connection.run(
    `INSERT INTO ${index}_texts (id, text) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET text = excluded.text`,
    [id, stored],
  );
  connection.run(`INSERT INTO ${index}_search (rowid, text) VALUES (CAST(? AS INTEGER), ?)`, [id, stored]);
};

/** The index's own language: quoted, any text is nothing but a phrase. */
const quote = (fragment: string): string => `"${withoutNul(fragment).replaceAll('"', '""')}"`;

const matches = (index: TextIndex, fragments: readonly string[], operator: "AND" | "OR"): Condition => ({
  text: `(SELECT rowid FROM ${index}_search WHERE ${index}_search MATCH ?)`,
  values: [fragments.map(quote).join(` ${operator} `)],
});

/** The ids of the texts that hold all fragments the index can answer; `undefined` when it can answer none. */
export const holdingAll = (index: TextIndex, fragments: readonly string[]): Condition | undefined => {
  const indexed = fragments.filter(isIndexed);
  return indexed.length === 0 ? undefined : matches(index, indexed, "AND");
};

/** What `holdingAll` leaves unanswered: fragments too short for the index must occur. */
export const holdsShort = (index: TextIndex, id: string, fragments: readonly string[]): Condition =>
  every(
    fragments
      .filter((fragment) => !isIndexed(fragment))
      .map((fragment) => ({
        text: `instr((SELECT text FROM ${index}_texts WHERE id = ${id}), ?) > 0`,
        values: [withoutNul(fragment)],
      })),
  );

/** None of these fragments occurs. */
export const holdsNone = (index: TextIndex, id: string, fragments: readonly string[]): Condition => {
  const indexed = fragments.filter(isIndexed);
  const matching = matches(index, indexed, "OR");
  return every([
    ...(indexed.length === 0 ? [] : [{ text: `+${id} NOT IN ${matching.text}`, values: matching.values }]),
    ...fragments
      .filter((fragment) => !isIndexed(fragment))
      .map((fragment) => ({
        text: `instr((SELECT text FROM ${index}_texts WHERE id = ${id}), ?) = 0`,
        values: [withoutNul(fragment)],
      })),
  ]);
};

/** All fragments occur within one line of the text. One that the index has answered needs no second look. */
export const lineHoldsAll = (index: TextIndex, id: string, fragments: readonly string[]): Condition =>
  fragments.length === 0 || (fragments.length === 1 && fragments.every(isIndexed))
    ? every([])
    : {
        text: `line_holds((SELECT text FROM ${index}_texts WHERE id = ${id}), ?)`,
        values: [JSON.stringify(fragments.map(withoutNul))],
      };
