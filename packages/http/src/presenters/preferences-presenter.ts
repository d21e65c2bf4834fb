import type { Preferences } from "@kalends/core/interface";

/** Converts preferences to their JSON object. Members without a value are `null`. */
export const presentPreferences = ({
  language,
  time_format,
  theme,
  views = [],
}: Preferences): Readonly<Record<string, unknown>> => ({
  language: language ?? null,
  time_format: time_format ?? null,
  theme: theme ?? null,
  views,
});
