import { damage } from "./errors.ts";

/**
 * Parses a stored record. If the text is not a JSON object or list, throws the error for a damaged database,
 * because only damage can be the cause.
 */
export const fromJson = <T>(text: string): T => {
  const record = parsed(text);
  if (typeof record !== "object" || record === null) throw damage("A stored record is damaged.");
  // The type is safe, because only the repository of this kind writes the column.
  return record as T;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
