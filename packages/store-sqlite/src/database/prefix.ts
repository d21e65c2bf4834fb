/**
 * Begins the name of every table, index and trigger of a calendar: all of them share the namespace of the file with those of a host, which
 * have other names.
 */
export const PREFIX = "kalends_";
