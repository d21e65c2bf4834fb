/**
 * Path, below the site, of the web page that one-time links open.
 * Source: rules/sign-in.md#one-time-links.
 */
export const SIGN_IN_PATH = "/sign-in";

/**
 * Returns the address of a one-time link. `site` has no slash at its end. The token is in the fragment, which
 * browsers never send.
 */
export const oneTimeLinkAddress = (site: string, token: string): string => `${site}${SIGN_IN_PATH}#${token}`;
