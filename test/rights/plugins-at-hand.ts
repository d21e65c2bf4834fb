/**
 * True if the plugin of this repository is installed; tests that need a missing one are skipped with a
 * reason.
 */
const isThere = (name: string): boolean => {
  try {
    return import.meta.resolve(name) !== "";
  } catch {
    return false;
  }
};

/** Returns the plugins that are not installed. */
export const missingOf = (names: readonly string[]): readonly string[] =>
  names.filter((name) => !isThere(name));

/** Returns a suffix for titles of suites. */
export const skippedWithout = (missing: readonly string[]): string =>
  missing.length === 0 ? "" : ` (skipped without ${missing.join(", ")})`;

/** Names of all plugins of this repository. */
export const ALL_PLUGINS: readonly string[] = [
  "@kalends/api-keys",
  "@kalends/costs",
  "@kalends/editorial",
  "@kalends/geolocation",
  "@kalends/icalendar",
  "@kalends/pages",
  "@kalends/webhooks",
];
