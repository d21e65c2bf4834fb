/** Placeholder origin for constructing URLs that are then written without origin. */
const ANY_SITE = "http://localhost";

/** Start of this calendar's URLs in text that is written outside of requests. */
export interface SiteBase {
  /** Base URL for constructing URLs. */
  readonly base: string;
  /** Host of this calendar; `undefined` if it is not configured. */
  readonly host: string | undefined;
  /** Returns a URL in the form to write: unchanged, or without origin if the base URL is not configured. */
  shown(address: string): string;
}

/**
 * Creates the start of URLs for an origin such as `https://calendar.example`. Without an origin, URLs start
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
