import { resolveUrlOrEmpty } from "./scalars.ts";

/** Host name with a dot, such as `example.com`. */
const HOST = /^[\p{L}\p{N}][\p{L}\p{N}.-]*\.[\p{L}\p{N}-]{2,}$/u;
/** Maximum length of a host name in characters. */
const MAX_HOST_LENGTH = 253;
/** Characters that end the host in an address. */
const AFTER_HOST = /[/?#:]/;

/** Returns the address with `http://` added if the scheme is missing. */
const withScheme = (address: string): string => {
  const rest = address.replace(/^\/\//, "");
  const [host = ""] = rest.split(AFTER_HOST, 1);
  return host.length <= MAX_HOST_LENGTH && HOST.test(host) ? `http://${rest}` : address;
};

/**
 * Returns the web address in a text of an import source; adds `http://` if the scheme is missing. Returns
 * `undefined` if the text is not an address. `""` is unchanged.
 * Source: rules/choices.md#import-values.
 */
export const toWebAddress = (text: string): string | undefined => {
  const resolution = resolveUrlOrEmpty(withScheme(text.trim()));
  return "value" in resolution ? resolution.value : undefined;
};
