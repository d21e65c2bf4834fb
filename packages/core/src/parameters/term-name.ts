/** Registered symbol, so that plugins with their own copy of this package share it. */
const MARK: unique symbol = Symbol.for("kalends.term-name");

/**
 * Name of a category or tag that an import assigns to an event. Requests cannot contain one, because JSON has
 * no symbols.
 */
export interface TermName {
  readonly name: string;
}

/**
 * Returns a reference to a category or tag by its exact name, for `categories` and `tags` of events in
 * in-process calls. In plain texts, digits are an id and `%41` is a letter.
 */
export const termName = (name: string): TermName => ({ name, [MARK]: true }) as TermName;

export const isTermName = (value: unknown): value is TermName =>
  typeof value === "object" &&
  value !== null &&
  MARK in value &&
  "name" in value &&
  typeof value.name === "string";
