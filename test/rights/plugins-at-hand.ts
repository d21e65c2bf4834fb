/** Plugins of this repository that are installed; tests that need others say so and are skipped. */
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

/** For titles of suites. */
export const skippedWithout = (missing: readonly string[]): string =>
  missing.length === 0 ? "" : ` (skipped without ${missing.join(", ")})`;

/** Every plugin of this repository. */
export const ALL_PLUGINS: readonly string[] = [
  "@kalends/api-keys",
  "@kalends/costs",
  "@kalends/editorial",
  "@kalends/geolocation",
  "@kalends/icalendar",
  "@kalends/pages",
  "@kalends/webhooks",
];
