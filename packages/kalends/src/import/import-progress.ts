import type { CommandContext } from "../commands/command-context.ts";
import { createProgress, type Progress } from "../commands/progress.ts";

/**
 * Number of records of a source, and the number that an interrupted earlier run has read, as far as known.
 */
export interface Expected {
  readonly total: number;
  before(): number;
}

/** Progress display of an import. */
export interface ImportProgress extends Pick<Progress, "end"> {
  /** Reports the number of records that this run has read. */
  at(done: number): void;
  /** Sets the number of records of the source, if it is known before the source is read. */
  expect(expected: Expected): void;
}

/** Starts the progress display of an import. */
export const createImportProgress = (context: CommandContext): ImportProgress => {
  const progress = createProgress(context, { nouns: "records" });
  let expected: Expected | undefined;
  return {
    at: (done) => progress.at(done + (expected?.before() ?? 0), expected?.total),
    expect(known) {
      expected = known;
    },
    end: progress.end,
  };
};
