import { damage } from "./errors.ts";

/** A stored record. Throws as the database does for damage: nothing else makes one unreadable. */
export const fromJson = <T>(text: string): T => {
  const record = parsed(text);
  if (typeof record !== "object" || record === null) throw damage("A stored record is damaged.");
  // Cast: the column holds what the repository of this kind wrote.
  return record as T;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
