import { decimalMarkOf, type SiteSettings } from "@kalends/core";
import type { Config } from "./config.ts";

/** What use cases know of the configuration. */
export const toSiteSettings = ({
  timezone,
  dayCutoff,
  displayZone,
  perPage,
  maxPerPage,
  recurrenceHorizon,
  language,
}: Config): SiteSettings => ({
  timezone,
  dayCutoff,
  displayZone,
  decimalMark: decimalMarkOf(language),
  perPage,
  maxPerPage,
  recurrenceHorizon,
});
