/** Maximum number of names shown. */
const MAX_NAMES = 10;

/** Formats names of tables as a list for a sentence. */
export const tableList = (names: readonly string[]): string =>
  [...names.slice(0, MAX_NAMES), ...(names.length > MAX_NAMES ? ["…"] : [])].join(", ");
