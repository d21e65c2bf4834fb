export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What stops a command and the operator can do something about: shown as lines, without a stack. */
export class OperatorError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.name = "OperatorError";
    this.problems = problems;
  }
}
