import type { CommandContext } from "../commands/command-context.ts";
import { createProgress, type Progress } from "../commands/progress.ts";

/** Number of records of a source, and how many of them an earlier run has imported, as far as known. */
export interface Expected {
  readonly total: number;
  before(): number;
}

/** Progress of an import. */
export interface ImportProgress extends Pick<Progress, "end"> {
  /** Reports the number of records read in this run. */
  at(done: number): void;
  /** Sets the number of records of a source that is known before reading. */
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
