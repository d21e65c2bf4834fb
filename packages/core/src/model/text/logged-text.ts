/** Replaces control characters, except for tabs and line feeds, in text of others, so that it cannot control a terminal. */
export const toInertText = (text: string): string =>
  text.replace(/[^\P{Cc}\t\n]|[\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, "\uFFFD");

/**
 * A web address as logs and errors may have it: without credentials, query and fragment, which may be keys that nobody else has.
 * Text that is no address loses the same.
 */
export const toLoggedAddress = (address: string): string =>
  address.replace(/[?#].*$/s, "").replace(/^([^/]*\/\/)[^/]*@/, "$1");
