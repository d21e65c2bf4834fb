/** Stands for the site while addresses are made that begin with `/`. */
const ANY_SITE = "http://localhost";

/** What addresses here begin with, in what is written outside of requests. */
export interface SiteBase {
  /** For making addresses. */
  readonly base: string;
  /** Of this calendar; `undefined`: nobody says. */
  readonly host: string | undefined;
  /** The address as it is written: from `/` on where nobody says what is before that. */
  shown(address: string): string;
}

/** `base` is an address such as `https://calendar.example`; `undefined`: addresses begin with `/`. */
export const createSiteBase = (base: string | undefined): SiteBase =>
  base === undefined
    ? {
        base: ANY_SITE,
        host: undefined,
        shown: (address) => (address.startsWith(`${ANY_SITE}/`) ? address.slice(ANY_SITE.length) : address),
      }
    : { base, host: new URL(base).host, shown: (address) => address };
