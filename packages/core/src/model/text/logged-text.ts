/**
 * Replaces control characters other than tabs and line feeds, Unicode line and paragraph separators, and
 * characters that change the writing direction. Text from other people or servers then cannot control the
 * terminal that shows it.
 */
export const toInertText = (text: string): string =>
  text.replace(/[^\P{Cc}\t\n]|[\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, "\uFFFD");

/**
 * Returns a URL for logs and error messages, without credentials, query and fragment, because these may
 * contain secrets. It also removes these parts from text that is not a valid URL.
 */
export const toLoggedAddress = (address: string): string =>
  address.replace(/[?#].*$/s, "").replace(/^([^/]*\/\/)[^/]*@/, "$1");
