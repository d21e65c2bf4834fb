/**
 * Prefix of every table, index and trigger of a calendar. They share the namespace of the file with the
 * tables of a host.
 */
export const PREFIX = "kalends_";
