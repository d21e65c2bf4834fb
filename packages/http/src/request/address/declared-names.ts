import type { Query } from "./request-target.ts";
import { nameOfPair, TRANSPORT } from "./requested-url.ts";

/** Names of the parameters that an endpoint declares. */
export interface DeclaredNames {
  readonly all: ReadonlySet<string>;
  /** Names of the documented parameters. */
  readonly published: readonly string[];
}

/** Query of a read request, split into declared and undeclared parameters. */
interface DeclaredQuery {
  /** Query string without the undeclared parameters; the other pairs are unchanged. */
  readonly search: string;
  /**
   * Names of undeclared parameters in the order of the query. Leaves out names that other programs commonly
   * add to URLs.
   */
  readonly unknown: readonly string[];
}

/**
 * Parameters that WordPress clients and shared links add to any URL. Source:
 * rules/interface.md#ignored-parameters.
 */
const COMMON: ReadonlySet<string> = new Set([
  "",
  ..."_fields _envelope _embed _jsonp _locale _wpnonce _ context password lang fbclid gclid".split(" "),
]);
const CAMPAIGN = /^utm_/;

/** Returns the name before the equals sign, without decoding it. */
const rawName = (pair: string): string => {
  const end = pair.indexOf("=");
  return end < 0 ? pair : pair.slice(0, end);
};

/**
 * Splits the query of a read request into declared and undeclared parameters. `identity`: names of parameters
 * with credentials. Returns the query unchanged if it cannot be parsed, or if the endpoint does not report
 * undeclared parameters.
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
  // Compares names without decoding them first, because most names need no decoding.
  if (pairs.every((pair) => isKept(rawName(pair)))) return { search, unknown: [] };
  const { values, refusal } = query();
  const undeclared = Object.keys(values).filter((name) => !isKept(name));
  if (refusal !== undefined || undeclared.length === 0) return { search, unknown: [] };
  return {
    search: pairs.filter((pair) => pair !== "" && isKept(nameOfPair(pair))).join("&"),
    unknown: undeclared.filter((name) => !COMMON.has(name) && !CAMPAIGN.test(name)),
  };
};
