/**
 * True if a plugin of this repository is installed. Tests that need a missing plugin are skipped and name it.
 */
const isThere = (name: string): boolean => {
  try {
    return import.meta.resolve(name) !== "";
  } catch {
    return false;
  }
};

/** Returns the names of the plugins that are not installed. */
export const missingOf = (names: readonly string[]): readonly string[] =>
  names.filter((name) => !isThere(name));

/** Returns a suffix for the title of a test suite that is skipped because plugins are missing. */
export const skippedWithout = (missing: readonly string[]): string =>
  missing.length === 0 ? "" : ` (skipped without ${missing.join(", ")})`;

/** Names of all plugins in this repository. */
export const ALL_PLUGINS: readonly string[] = [
  "@kalends/api-keys",
  "@kalends/costs",
  "@kalends/editorial",
  "@kalends/geolocation",
  "@kalends/icalendar",
  "@kalends/pages",
  "@kalends/webhooks",
];
