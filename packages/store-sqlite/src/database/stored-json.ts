import { damage } from "./errors.ts";

/**
 * Parses a stored record. Throws the error for a damaged database if it cannot be parsed, because only damage
 * causes that.
 */
export const fromJson = <T>(text: string): T => {
  const record = parsed(text);
  if (typeof record !== "object" || record === null) throw damage("A stored record is damaged.");
  // Cast: only the repository of this kind writes the column.
  return record as T;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
