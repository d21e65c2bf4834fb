/** Maximum number of names in the list. */
const MAX_NAMES = 10;

/** Formats table names as a list within a sentence. */
export const tableList = (names: readonly string[]): string =>
  [...names.slice(0, MAX_NAMES), ...(names.length > MAX_NAMES ? ["…"] : [])].join(", ");
