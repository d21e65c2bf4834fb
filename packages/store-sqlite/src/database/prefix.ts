/**
 * Prefix of every table, index and trigger of a calendar. The same file may contain tables of the host
 * application.
 */
export const PREFIX = "kalends_";
