import type { Addresses } from "./addresses.ts";
import { toKeys, toPairs } from "./bracketed-pairs.ts";

/** Query parameters that control how a request is handled. They are not passed to operations. */
export const TRANSPORT: readonly string[] = ["rest_route", "_method"];

/** Returns the decoded parameter name of a `name=value` pair, without brackets. */
export const nameOfPair = (pair: string): string => {
  const [[name] = [""]] = toPairs(pair);
  return toKeys(name)[0] ?? name;
};

/**
 * Returns the requested URL without transport parameters and credentials. `secrets`: names of parameters with
 * credentials.
 */
export const requestedUrl = (
  { rest }: Pick<Addresses, "rest">,
  path: string,
  search: string,
  secrets: readonly string[],
): string => {
  const left = search
    .split("&")
    .filter((pair) => pair !== "" && ![...TRANSPORT, ...secrets].includes(nameOfPair(pair)));
  return left.length === 0 ? rest + path : `${rest}${path}?${left.join("&")}`;
};
