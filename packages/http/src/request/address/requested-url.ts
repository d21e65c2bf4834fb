import type { Addresses } from "./addresses.ts";
import { toKeys, toPairs } from "./bracketed-pairs.ts";

/** Query parameters that control the transport and never reach an operation. */
export const TRANSPORT: readonly string[] = ["rest_route", "_method"];

/** Returns the parameter name of a `name=value` pair, without brackets. */
export const nameOfPair = (pair: string): string => {
  const [[name] = [""]] = toPairs(pair);
  return toKeys(name)[0] ?? name;
};

/** Returns the requested URL without transport parameters and credentials. */
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
