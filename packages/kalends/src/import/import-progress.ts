import type { CommandContext } from "../commands/command-context.ts";
import { createProgress, type Progress } from "../commands/progress.ts";

/** How many records a source has, and how many of them an earlier run has taken over, as far as that is known at the time. */
export interface Expected {
  readonly total: number;
  before(): number;
}

/** The progress of an import. */
export interface ImportProgress extends Pick<Progress, "end"> {
  /** So many were looked at in this run. */
  at(done: number): void;
  /** What a source has, where it knows before it is read. */
  expect(expected: Expected): void;
}

/** Begins to count. */
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
