import type { IdSequences, Sequence } from "@kalends/core/storage";
import { PREFIX } from "../database/prefix.ts";
import type { Session } from "../transactions/transactions.ts";

const NEXT = `UPDATE ${PREFIX}sequences SET last = last + ? WHERE name = ? RETURNING last`;

const take = (session: Session, sequence: string, count: number): Promise<readonly number[]> =>
  session.write((connection) => {
    const last = connection.value<number>(NEXT, [count, sequence]);
    if (!Number.isSafeInteger(last) || last === undefined)
      throw new Error(`No ids are left for ${sequence}s.`);
    const ids = Array.from({ length: count }, (_, index) => last - count + 1 + index);
    for (const id of ids) session.handedOut(sequence, id);
    return ids;
  });

export const createIdSequences = <Name extends string = Sequence>(session: Session): IdSequences<Name> => ({
  async next(sequence) {
    const [id = 0] = await take(session, sequence, 1);
    return id;
  },
  nextMany: (sequence, count) => take(session, sequence, count),
  last: (sequence) =>
    session.read(
      (connection) =>
        connection.value<number>(`SELECT last FROM ${PREFIX}sequences WHERE name = ?`, [sequence]) ?? 0,
    ),
  reserve: (sequence, id) =>
    session.write((connection) => {
      connection.run(`UPDATE ${PREFIX}sequences SET last = max(last, CAST(? AS INTEGER)) WHERE name = ?`, [
        id,
        sequence,
      ]);
    }),
});
