/** Folders or files that may break rules, with the names of these rules. Entries are only ever removed. */
export const ALLOWED = [];
