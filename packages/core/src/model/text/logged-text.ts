/**
 * Replaces control characters other than tabs and line feeds, so that foreign text cannot control a terminal.
 */
export const toInertText = (text: string): string =>
  text.replace(/[^\P{Cc}\t\n]|[\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, "\uFFFD");

/**
 * Returns a web address for logs and errors: without credentials, query and fragment, which may contain
 * secrets. The same parts are removed from text that is not an address.
 */
export const toLoggedAddress = (address: string): string =>
  address.replace(/[?#].*$/s, "").replace(/^([^/]*\/\/)[^/]*@/, "$1");
