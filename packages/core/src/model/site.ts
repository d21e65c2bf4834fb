import type { DecimalMark } from "./cost.ts";

/** Settings of the installation that rules depend on. Source: rules/choices.md#configuration-sources. */
export interface SiteSettings {
  /** IANA name or UTC offset (rules/dates.md#site-zone). */
  readonly timezone: string;
  /** `HH:MM`: a day runs from here to here (rules/dates.md#day-cutoff). */
  readonly dayCutoff: string;
  /** Whose clock lists compare: each event's own, or the site's (rules/dates.md#list-clock). */
  readonly displayZone: "event" | "site";
  /** How numbers in costs are read, by the language of the site (rules/representations.md#cost-numbers). */
  readonly decimalMark: DecimalMark;
  /** Default of `per_page`. */
  readonly perPage: number;
  /** Cap of `per_page`, never below the default (rules/interface.md#per-page). */
  readonly maxPerPage: number;
  /** Months from now, at least 24, up to which occurrences of series are kept (rules/recurrence.md#recurrence-horizon). */
  readonly recurrenceHorizon: number;
}
