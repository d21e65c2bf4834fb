import type { IdSequences, Sequence } from "@kalends/core";
import type { Session } from "../transactions/transactions.ts";

const NEXT = "UPDATE sequences SET last = last + 1 WHERE name = ? RETURNING last";

export const createIdSequences = <Name extends string = Sequence>(session: Session): IdSequences<Name> => ({
  next: (sequence) =>
    session.write((connection) => {
      const id = connection.value<number>(NEXT, [sequence]);
      if (!Number.isSafeInteger(id) || id === undefined) throw new Error(`No ids are left for ${sequence}s.`);
      session.handedOut(sequence, id);
      return id;
    }),
  last: (sequence) =>
    session.read(
      (connection) => connection.value<number>("SELECT last FROM sequences WHERE name = ?", [sequence]) ?? 0,
    ),
  reserve: (sequence, id) =>
    session.write((connection) => {
      connection.run("UPDATE sequences SET last = max(last, CAST(? AS INTEGER)) WHERE name = ?", [
        id,
        sequence,
      ]);
    }),
});
