import { resolveUrlOrEmpty } from "./scalars.ts";

/** A host name with a dot in it, such as `example.com`. */
const HOST = /^[\p{L}\p{N}][\p{L}\p{N}.-]*\.[\p{L}\p{N}-]{2,}$/u;
/** Characters of a host name. */
const MAX_HOST_LENGTH = 253;
/** Characters that end the host in an address. */
const AFTER_HOST = /[/?#:]/;

/** The address with the scheme that people leave out. */
const withScheme = (address: string): string => {
  const rest = address.replace(/^\/\//, "");
  const [host = ""] = rest.split(AFTER_HOST, 1);
  return host.length <= MAX_HOST_LENGTH && HOST.test(host) ? `http://${rest}` : address;
};

/**
 * The web address that a text of a source means: one without a scheme gets `http://`. `undefined`: it is none. `""` stays.
 * Source: rules/choices.md#import-values.
 */
export const toWebAddress = (text: string): string | undefined => {
  const resolution = resolveUrlOrEmpty(withScheme(text.trim()));
  return "value" in resolution ? resolution.value : undefined;
};
