/** Found by its name in the registry: a plugin may have its own copy of this package. */
const MARK: unique symbol = Symbol.for("kalends.term-name");

/** The name of a category or tag that imports give an event. No request can have one: JSON has no symbols. */
export interface TermName {
  readonly name: string;
}

/**
 * A category or tag by its name, whatever it looks like, for `categories` and `tags` of events in process: texts of digits are ids there, and `%41`
 * is a letter.
 */
export const termName = (name: string): TermName => ({ name, [MARK]: true }) as TermName;

export const isTermName = (value: unknown): value is TermName =>
  typeof value === "object" &&
  value !== null &&
  MARK in value &&
  "name" in value &&
  typeof value.name === "string";
