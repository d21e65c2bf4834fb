/** Global symbol, so that plugins with their own copy of this package use the same one. */
const MARK: unique symbol = Symbol.for("kalends.term-name");

/**
 * Name of a category or tag that an in-process call, such as an import, assigns to an event. A request cannot
 * contain a `TermName`, because JSON has no symbols.
 */
export interface TermName {
  readonly name: string;
}

/**
 * Refers to a category or tag by its exact name, for `categories` and `tags` of events in in-process calls.
 * A plain text would be interpreted: digits as an id, and `%41` as an encoded letter.
 */
export const termName = (name: string): TermName => ({ name, [MARK]: true }) as TermName;

export const isTermName = (value: unknown): value is TermName =>
  typeof value === "object" &&
  value !== null &&
  MARK in value &&
  "name" in value &&
  typeof value.name === "string";
