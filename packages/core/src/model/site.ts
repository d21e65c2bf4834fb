import type { DecimalMark } from "./cost.ts";

/**
 * Settings of the installation on which the rules of the calendar depend. Source:
 * rules/choices.md#configuration-sources.
 */
export interface SiteSettings {
  /**
   * Time zone of the site: an IANA name, a UTC offset or an abbreviation such as `EST`. See `isTimeZone`
   * (rules/dates.md#site-zone).
   */
  readonly timezone: string;
  /** Time of day at which one day ends and the next one begins, as `HH:MM` (rules/dates.md#day-cutoff). */
  readonly dayCutoff: string;
  /**
   * Time zone in which lists compare dates: that of each event, or that of the site
   * (rules/dates.md#list-clock).
   */
  readonly displayZone: "event" | "site";
  /** Decimal mark in costs, derived from the language of the site (rules/representations.md#cost-numbers). */
  readonly decimalMark: DecimalMark;
  /** Default value of the list parameter `per_page`. */
  readonly perPage: number;
  /**
   * Maximum value of the list parameter `per_page`. It is never below the default
   * (rules/interface.md#per-page).
   */
  readonly maxPerPage: number;
  /**
   * Number of months from now, 24 to 1200, for which occurrences of series are stored
   * (rules/recurrence.md#recurrence-horizon).
   */
  readonly recurrenceHorizon: number;
  /**
   * True if responses show external ids to everybody. If false, only responses with `context=edit` contain
   * them, and only for callers who may edit the record (rules/external-ids.md#visible-external-ids).
   */
  readonly publicExternalIds?: boolean;
}
