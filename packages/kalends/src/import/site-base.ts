/** Placeholder origin for building addresses that begin with `/`. */
const ANY_SITE = "http://localhost";

/** Start of the addresses of this calendar in text that is written outside of requests. */
export interface SiteBase {
  /** Base URL for building addresses. */
  readonly base: string;
  /** Host of this calendar; `undefined` if it is not known. */
  readonly host: string | undefined;
  /** Returns the address as it is written. Without a known base it starts with `/`. */
  shown(address: string): string;
}

/**
 * Creates the base for an address such as `https://calendar.example`. If it is `undefined`, addresses start
 * with `/`.
 */
export const createSiteBase = (base: string | undefined): SiteBase =>
  base === undefined
    ? {
        base: ANY_SITE,
        host: undefined,
        shown: (address) => (address.startsWith(`${ANY_SITE}/`) ? address.slice(ANY_SITE.length) : address),
      }
    : { base, host: new URL(base).host, shown: (address) => address };
