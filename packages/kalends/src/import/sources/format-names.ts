/** What is taken over without a plugin, in this order; what plugins take over comes behind. Apart, since serving loads no more of imports. */
export const BUILT_IN_FORMATS = ["archive", "list-pages", "wordpress", "csv", "live"] as const;

export type BuiltInFormat = (typeof BUILT_IN_FORMATS)[number];

export const isBuiltIn = (format: string): format is BuiltInFormat =>
  BUILT_IN_FORMATS.some((name) => name === format);
