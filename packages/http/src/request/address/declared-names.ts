import type { Query } from "./request-target.ts";
import { nameOfPair, TRANSPORT } from "./requested-url.ts";

/** Names of the parameters that an endpoint declares. */
export interface DeclaredNames {
  readonly all: ReadonlySet<string>;
  /** Names that the documentation lists. */
  readonly published: readonly string[];
}

/** Query of a read, without the parameters that its endpoint does not declare. */
interface DeclaredQuery {
  /** Pairs of declared, transport and authentication parameters, as they were sent. */
  readonly search: string;
  /** Undeclared names in the order of the query, without commonly added ones. */
  readonly unknown: readonly string[];
}

/** Parameters that clients of WordPress and links add to any address. Source: rules/interface.md#ignored-parameters. */
const COMMON: ReadonlySet<string> = new Set([
  "",
  ..."_fields _envelope _embed _jsonp _locale _wpnonce _ context password lang fbclid gclid".split(" "),
]);
const CAMPAIGN = /^utm_/;

/** Returns the name before the equals sign, not decoded. */
const rawName = (pair: string): string => {
  const end = pair.indexOf("=");
  return end < 0 ? pair : pair.slice(0, end);
};

/**
 * Splits the query of a read into declared and undeclared parameters. `identity` names the parameters of
 * authentication schemes. Returns queries unchanged if they cannot be parsed, or if the endpoint declares no
 * parameters.
 */
export const toDeclaredQuery = (
  search: string,
  query: () => Query,
  declared: DeclaredNames | undefined,
  identity: readonly string[],
): DeclaredQuery => {
  if (declared === undefined || search === "") return { search, unknown: [] };
  const pairs = search.split("&");
  const isKept = (name: string): boolean =>
    declared.all.has(name) || TRANSPORT.includes(name) || identity.includes(name);
  // Most names need no decoding.
  if (pairs.every((pair) => isKept(rawName(pair)))) return { search, unknown: [] };
  const { values, refusal } = query();
  const undeclared = Object.keys(values).filter((name) => !isKept(name));
  if (refusal !== undefined || undeclared.length === 0) return { search, unknown: [] };
  return {
    search: pairs.filter((pair) => pair !== "" && isKept(nameOfPair(pair))).join("&"),
    unknown: undeclared.filter((name) => !COMMON.has(name) && !CAMPAIGN.test(name)),
  };
};
