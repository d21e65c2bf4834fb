import type { IdSequences, Sequence } from "@kalends/core";
import type { Session } from "../database/transactions.ts";

export const createIdSequences = <Name extends string = Sequence>(session: Session): IdSequences<Name> => ({
  next: (sequence) =>
    session.write((connection) => {
      const last = connection.value<number>("SELECT last FROM sequences WHERE name = ?", [sequence]);
      const id = (last ?? Number.NaN) + 1;
      if (!Number.isSafeInteger(id)) throw new Error(`No ids are left for ${sequence}s.`);
      connection.run("UPDATE sequences SET last = ? WHERE name = ?", [id, sequence]);
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
