import type { DecimalMark } from "./cost.ts";

/** Settings of the installation that rules depend on. Source: rules/choices.md#configuration-sources. */
export interface SiteSettings {
  /** IANA name or UTC offset (rules/dates.md#site-zone). */
  readonly timezone: string;
  /** Time at which a day begins and ends, as `HH:MM` (rules/dates.md#day-cutoff). */
  readonly dayCutoff: string;
  /** Clock that lists compare: the event's own, or that of the site (rules/dates.md#list-clock). */
  readonly displayZone: "event" | "site";
  /** Decimal mark in costs, from the language of the site (rules/representations.md#cost-numbers). */
  readonly decimalMark: DecimalMark;
  /** Default of `per_page`. */
  readonly perPage: number;
  /** Maximum of `per_page`, never below the default (rules/interface.md#per-page). */
  readonly maxPerPage: number;
  /**
   * Months from now, at least 24, for which occurrences of series are kept
   * (rules/recurrence.md#recurrence-horizon).
   */
  readonly recurrenceHorizon: number;
}
