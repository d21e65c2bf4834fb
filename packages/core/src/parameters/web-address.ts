import { resolveUrlOrEmpty } from "./scalars.ts";

/** Matches a host name that contains a dot, such as `example.com`. */
const HOST = /^[\p{L}\p{N}][\p{L}\p{N}.-]*\.[\p{L}\p{N}-]{2,}$/u;
/** Maximum length of a host name in characters. */
const MAX_HOST_LENGTH = 253;
/** Matches a character that ends the host in a URL. */
const AFTER_HOST = /[/?#:]/;

/**
 * Returns the URL with `http://` in front if it has no scheme and begins with a host name (`HOST`), with or
 * without `//` before it.
 */
const withScheme = (address: string): string => {
  const rest = address.replace(/^\/\//, "");
  const [host = ""] = rest.split(AFTER_HOST, 1);
  return host.length <= MAX_HOST_LENGTH && HOST.test(host) ? `http://${rest}` : address;
};

/**
 * Returns the URL in a text from an import source. Adds `http://` if the text has no scheme and begins with a
 * host name such as `example.com`. Returns `undefined` if the text is not a URL, and `""` for an empty text.
 * Source: rules/choices.md#import-values.
 */
export const toWebAddress = (text: string): string | undefined => {
  const resolution = resolveUrlOrEmpty(withScheme(text.trim()));
  return "value" in resolution ? resolution.value : undefined;
};
