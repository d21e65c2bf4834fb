/** A line of an archive that has been looked at. */
export interface Line {
  readonly index: number;
  readonly record: { readonly id: number; readonly author?: number };
}

/** What became of a line. */
export type Outcome = "added" | "unchanged" | { readonly problem: string };

/** Stores lines that have been looked at, in one transaction. */
export type ImportLines = (lines: readonly Line[]) => Promise<readonly Outcome[]>;

export const otherRecord = (id: number): Outcome => ({ problem: `the id ${id} belongs to another record` });

export const TAKEN: Outcome = { problem: "its slug or name belongs to another record" };

export const byId = <T extends { readonly id: number }>(records: readonly T[]): Map<number, T> =>
  new Map(records.map((record) => [record.id, record]));
