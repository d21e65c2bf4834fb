/**
 * Path, below the site, of the web page that one-time links open.
 * Source: rules/sign-in.md#one-time-links.
 */
export const SIGN_IN = "/sign-in";
