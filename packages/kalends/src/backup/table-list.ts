/** Names that are shown at most. */
const MAX_NAMES = 10;

/** Names of tables, in a sentence. */
export const tableList = (names: readonly string[]): string =>
  [...names.slice(0, MAX_NAMES), ...(names.length > MAX_NAMES ? ["…"] : [])].join(", ");
