/**
 * Formats that Kalends can import without a plugin, in help order; formats of plugins come after these. They
 * are in a module of their own, because the server needs no other code of imports.
 */
export const BUILT_IN_FORMATS = ["archive", "list-pages", "wordpress", "csv", "live"] as const;

export type BuiltInFormat = (typeof BUILT_IN_FORMATS)[number];

export const isBuiltIn = (format: string): format is BuiltInFormat =>
  BUILT_IN_FORMATS.some((name) => name === format);
