/** Path of the page of one-time links below the site. Source: rules/sign-in.md#one-time-links. */
export const SIGN_IN = "/sign-in";
