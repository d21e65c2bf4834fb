import type { RawValues } from "@kalends/core/interface";
import type { HttpSettings } from "../../settings.ts";
import type { Query } from "../address/request-target.ts";

const SHOWN = "***";
/**
 * Matches names of secrets that clients send by mistake or for other systems. Their values are never logged.
 */
const SECRET_NAME =
  /token|secret|passw|signature|^sig$|credential|api_?key|auth(?!or(?!i))|nonce|jwt|session|cookie/i;

/** Masks secrets at any depth, because `a[token]` is a member of `a`. */
const withoutSecrets = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutSecrets);
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, SECRET_NAME.test(name) ? SHOWN : withoutSecrets(one)]),
  );
};

/** Functions for query parameters that contain credentials. */
export interface IdentityParameters {
  /** True if the query contains a parameter with credentials, or cannot be parsed. */
  areIn(query: () => Query): boolean;
  /** Returns the values of a query for the log, with secrets masked. */
  masked(values: RawValues): RawValues;
}

/**
 * Creates the functions for query parameters that contain credentials. Source:
 * rules/rights.md#schemes-of-plugins.
 */
export const createIdentityParameters = ({
  identityParameters: names,
}: Pick<HttpSettings, "identityParameters">): IdentityParameters => {
  const sentOf = (values: RawValues): readonly string[] =>
    names.filter((name) => Object.hasOwn(values, name));
  return {
    areIn(query) {
      // Most calendars have no such parameters, so the query is not parsed here.
      if (names.length === 0) return false;
      const { values, refusal } = query();
      return refusal !== undefined || sentOf(values).length > 0;
    },
    masked: (values) =>
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          names.includes(name) || SECRET_NAME.test(name) ? SHOWN : withoutSecrets(value),
        ]),
      ),
  };
};
