/**
 * A web address as logs and errors may have it: without credentials, query and fragment, which may be keys that nobody else has.
 * Text that is no address loses the same.
 */
export const toLoggedAddress = (address: string): string =>
  address.replace(/[?#].*$/s, "").replace(/^([^/]*\/\/)[^/]*@/, "$1");
