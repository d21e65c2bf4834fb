/** Settings of the installation that rules depend on. Sources: 90-decisions P4, P17, P19, P32. */
export interface SiteSettings {
  /** IANA name or UTC offset. */
  readonly timezone: string;
  /** `HH:MM`: a day runs from here to here (70-dates section 1). */
  readonly dayCutoff: string;
  /** Whose clock lists compare: each event's own, or the site's (70-dates section 7). */
  readonly displayZone: "event" | "site";
  /** Default of `per_page`. */
  readonly perPage: number;
  /** Cap of `per_page`, never below the default. */
  readonly maxPerPage: number;
}
