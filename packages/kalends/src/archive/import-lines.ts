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

/** What was destroyed here for good does not come back. Source: rules/choices.md#erasure-memory. */
export const ERASED = { problem: "it was erased here" } as const;

export const inSequence = async <T>(
  items: readonly T[],
  work: (item: T) => Promise<Outcome>,
): Promise<readonly Outcome[]> => {
  const outcomes: Outcome[] = [];
  for (const item of items) outcomes.push(await work(item));
  return outcomes;
};
