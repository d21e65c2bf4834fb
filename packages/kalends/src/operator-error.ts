/** What stops a command and the person at the terminal can do something about: told in lines, without a stack. */
export class OperatorError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.name = "OperatorError";
    this.problems = problems;
  }
}
