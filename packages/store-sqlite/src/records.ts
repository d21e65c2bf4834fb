import type { RecordKind } from "@kalends/core";
import type { Connection } from "./connection.ts";

export const kindOf = (connection: Connection, id: number): RecordKind | undefined =>
  connection.value<RecordKind>("SELECT kind FROM records WHERE id = ?", [id]);

/** Makes the id one of this kind. Throws when it is one of another: an id names one record. */
export const claimId = (connection: Connection, kind: RecordKind, id: number): void => {
  const known = kindOf(connection, id);
  if (known === undefined) {
    connection.run("INSERT INTO records (id, kind) VALUES (?, ?)", [id, kind]);
    return;
  }
  if (known !== kind)
    throw new Error(`Cannot store ${kind} ${id}: this id belongs to another kind (${known}).`);
};
