import type { Addresses } from "./addresses.ts";
import { toKeys, toPairs } from "./bracketed-pairs.ts";

/** Parameters that steer the transport and never reach an operation. */
export const TRANSPORT: readonly string[] = ["rest_route", "_method"];

/** The name that a piece of a query gives a value to. */
export const nameOfPair = (pair: string): string => {
  const [[name] = [""]] = toPairs(pair);
  return toKeys(name)[0] ?? name;
};

/** The address that was asked, without the parameters that say who asks. */
export const askedAddress = (
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
