/**
 * Formats that Kalends can import without a plugin, in the order of the help; formats of plugins come after
 * these. This list has its own module, because the server needs no other code of imports.
 */
export const BUILT_IN_FORMATS = ["archive", "list-pages", "wordpress", "csv", "live"] as const;

export type BuiltInFormat = (typeof BUILT_IN_FORMATS)[number];

export const isBuiltIn = (format: string): format is BuiltInFormat =>
  BUILT_IN_FORMATS.some((name) => name === format);
