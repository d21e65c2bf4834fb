import type { DateReading } from "./date-reading.ts";

/** How one part of a text is read. */
export interface Rule {
  /** Sticky: matches where it is put. */
  readonly pattern: RegExp;
  /** What the part says, from the groups of the match (from 1 on); `undefined` when it cannot be. */
  readonly read: (groups: readonly (string | undefined)[]) => DateReading | undefined;
}

export const rule = (source: string, read: Rule["read"]): Rule => ({
  pattern: new RegExp(source, "y"),
  read,
});
