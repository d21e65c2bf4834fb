/** A validated line of an archive file. */
export interface Line {
  readonly index: number;
  readonly record: { readonly id: number; readonly author?: number };
}

/** Outcome of importing a line. */
export type Outcome = "added" | "unchanged" | { readonly problem: string };

/** Stores validated lines in one transaction. Returns the outcome of each line, in order. */
export type ImportLines = (lines: readonly Line[]) => Promise<readonly Outcome[]>;

export const otherRecord = (id: number): Outcome => ({ problem: `the id ${id} belongs to another record` });

export const SLUG_CONFLICT: Outcome = { problem: "its slug or name belongs to another record" };

export const EXTERNAL_ID_CONFLICT: Outcome = {
  problem: "one of its external ids belongs to another record",
};

export const byId = <T extends { readonly id: number }>(records: readonly T[]): Map<number, T> =>
  new Map(records.map((record) => [record.id, record]));

/**
 * Outcome for a record that was erased in this calendar. Erased records are never imported again.
 * Source: rules/choices.md#erasure-memory.
 */
export const ERASED = { problem: "it was erased here" } as const;

/** Outcome for a record that was merged into another one in this calendar. Source: rules/merging.md#archives. */
export const MERGED = { problem: "it was merged into another record here" } as const;

export const inSequence = async <T>(
  items: readonly T[],
  work: (item: T) => Promise<Outcome>,
): Promise<readonly Outcome[]> => {
  const outcomes: Outcome[] = [];
  for (const item of items) outcomes.push(await work(item));
  return outcomes;
};
