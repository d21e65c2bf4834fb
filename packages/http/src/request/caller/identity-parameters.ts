import type { RawValues } from "@kalends/core/interface";
import type { HttpSettings } from "../../settings.ts";
import type { Query } from "../address/request-target.ts";

const SHOWN = "***";
/** What clients send by mistake, or for somebody else: no log has it, whether it means something here or not. */
const SECRET_NAME =
  /token|secret|passw|signature|^sig$|credential|api_?key|auth(?!or(?!i))|nonce|jwt|session|cookie/i;

/** At any depth: `a[token]` is a member of `a`. */
const withoutSecrets = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutSecrets);
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, SECRET_NAME.test(name) ? SHOWN : withoutSecrets(one)]),
  );
};

/** The parameters of a query that say who asks, which nobody else is to see. */
export interface IdentityParameters {
  /** Whether a query has one, or cannot be read. */
  areIn(query: () => Query): boolean;
  /** The values of a query as they may be logged. */
  masked(values: RawValues): RawValues;
}

/** Source: rules/rights.md#schemes-of-plugins. */
export const createIdentityParameters = ({
  identityParameters: names,
}: Pick<HttpSettings, "identityParameters">): IdentityParameters => {
  const sentOf = (values: RawValues): readonly string[] =>
    names.filter((name) => Object.hasOwn(values, name));
  return {
    areIn(query) {
      // Most calendars have none, and leave the query alone until it is needed.
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
