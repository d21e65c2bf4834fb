import { decimalMarkOf, type SiteSettings } from "@kalends/core";
import type { Config } from "./config.ts";

/** Returns the settings that the use cases of `@kalends/core` need. */
export const toSiteSettings = ({
  timezone,
  dayCutoff,
  displayZone,
  perPage,
  maxPerPage,
  recurrenceHorizon,
  externalIds,
  language,
}: Config): SiteSettings => ({
  timezone,
  dayCutoff,
  displayZone,
  decimalMark: decimalMarkOf(language),
  perPage,
  maxPerPage,
  recurrenceHorizon,
  publicExternalIds: externalIds === "public",
});
