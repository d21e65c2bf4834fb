/**
 * Formats that can be imported without a plugin, in order; formats of plugins follow. In a separate module,
 * because the server needs no other code of imports.
 */
export const BUILT_IN_FORMATS = ["archive", "list-pages", "wordpress", "csv", "live"] as const;

export type BuiltInFormat = (typeof BUILT_IN_FORMATS)[number];

export const isBuiltIn = (format: string): format is BuiltInFormat =>
  BUILT_IN_FORMATS.some((name) => name === format);
