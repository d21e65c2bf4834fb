import type { Connection } from "./connection.ts";
import { type Condition, every } from "./sql.ts";

/** The tables `<name>_texts` (id, text) and `<name>_search` (which trigrams occur in these texts). */
export type TextIndex = "event" | "venue" | "organizer";

const GRAM = 3;
/** As many trigrams of a fragment narrow enough: the texts they lead to are looked into anyway. */
const MAX_GRAMS = 24;

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

const toGrams = (fragment: string): readonly string[] => {
  const characters = [...withoutNul(fragment)];
  return characters
    .slice(0, Math.min(characters.length - GRAM + 1, MAX_GRAMS))
    .map((_, at) => characters.slice(at, at + GRAM).join(""));
};

/** In the index's own language: texts with all these trigrams. Quoted, nothing in them means anything else. */
const toMatch = (fragments: readonly string[]): string =>
  [...new Set(fragments.filter((fragment) => [...fragment].length >= GRAM).flatMap(toGrams))]
    .map((gram) => `"${gram.replaceAll('"', '""')}"`)
    .join(" AND ");

/**
 * The index only names the texts that may hold the fragments; whether one does is looked up in the text itself, and only for
 * the rows that a page comes to. Fragments too short for the index are looked up alone.
 */
const candidates = (index: TextIndex, id: string, match: string): readonly Condition[] =>
  match === ""
    ? []
    : [
        {
          // A plus: the order of the list stays the way in, so that a page ends the search.
          text: `+${id} IN (SELECT rowid FROM ${index}_search WHERE ${index}_search MATCH ?)`,
          values: [match],
        },
      ];

const textOf = (index: TextIndex, id: string): string => `(SELECT text FROM ${index}_texts WHERE id = ${id})`;

const occurs = (index: TextIndex, id: string, fragment: string): Condition => ({
  text: `instr(${textOf(index, id)}, ?) > 0`,
  values: [withoutNul(fragment)],
});

/** Every fragment occurs in the text of the record with this id. */
export const holdsAll = (index: TextIndex, id: string, fragments: readonly string[]): Condition =>
  every([
    ...candidates(index, id, toMatch(fragments)),
    ...fragments.map((fragment) => occurs(index, id, fragment)),
  ]);

/** The fragment does not occur in the text of the record with this id. */
export const lacks = (index: TextIndex, id: string, fragment: string): Condition => {
  const { text, values } = holdsAll(index, id, [fragment]);
  return { text: `NOT (${text})`, values };
};

/** Every fragment occurs in one and the same line of the text. */
export const lineHoldsAll = (index: TextIndex, id: string, fragments: readonly string[]): Condition =>
  fragments.length === 1
    ? holdsAll(index, id, fragments)
    : every([
        ...candidates(index, id, toMatch(fragments)),
        {
          text: `line_holds(${textOf(index, id)}, ?)`,
          values: [JSON.stringify(fragments.map(withoutNul))],
        },
      ]);
