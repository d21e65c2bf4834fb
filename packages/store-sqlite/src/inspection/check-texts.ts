import { setImmediate as nextTurn } from "node:timers/promises";
import { type Finding, trigrams } from "@kalends/core/storage";
import type { Connection } from "../database/connection.ts";
import { PREFIX } from "../database/prefix.ts";
import type { TextIndex } from "../queries/text-index.ts";
import type { Session } from "../transactions/transactions.ts";

/** Number of texts that are compared at once. With larger slices, the index is queried less often. */
const SLICE = 500;

/** Compares the text index with the texts: for each trigram, the texts that contain it. */
export async function* checkTexts(session: Session, index: TextIndex): AsyncGenerator<Finding> {
  for (let afterId = 0; ; ) {
    const { last, isSame } = await session.read((connection) => compareSlice(connection, index, afterId));
    if (!isSame) {
      yield {
        kind: "search",
        detail: `The index ${PREFIX}${index}_search does not have what the texts of the records ${afterId + 1} to ${last} have.`,
        repair: () =>
          session.write((connection) => {
            connection.run(
              `INSERT INTO ${PREFIX}${index}_search (${PREFIX}${index}_search) VALUES ('rebuild')`,
            );
          }),
      };
      // One finding is enough, because the repair builds the complete index again.
      return;
    }
    if (last === undefined) return;
    afterId = last;
    await nextTurn();
  }
}

interface Found {
  count: number;
  sum: number;
}

const compareSlice = (
  connection: Connection,
  index: TextIndex,
  afterId: number,
): { readonly last: number | undefined; readonly isSame: boolean } => {
  const rows = connection
    .column<string>(
      `SELECT json_array(id, text) FROM ${PREFIX}${index}_texts WHERE id > ? ORDER BY id LIMIT ?`,
      [afterId, SLICE],
    )
    .map((row): readonly [number, string] => JSON.parse(row));
  const wanted = new Map<string, Found>();
  for (const [id, text] of rows) {
    for (const gram of new Set(trigrams(text))) {
      const found = wanted.get(gram);
      if (found === undefined) wanted.set(gram, { count: 1, sum: id });
      else {
        found.count += 1;
        found.sum += id;
      }
    }
  }
  const last = rows.at(-1)?.[0];
  const statement = `SELECT count(*) || ' ' || sum(rowid) FROM ${PREFIX}${index}_search
    WHERE ${PREFIX}${index}_search MATCH ? AND rowid BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER)`;
  const isSame = [...wanted].every(([gram, { count, sum }]) => {
    const quoted = `"${gram.replaceAll('"', '""')}"`;
    return connection.value<string>(statement, [quoted, afterId + 1, last ?? afterId]) === `${count} ${sum}`;
  });
  return { last, isSame };
};
