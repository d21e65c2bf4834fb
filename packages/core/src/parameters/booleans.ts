import type { Parameter } from "../parameter.ts";
import type { Declared } from "./scalars.ts";

const BOOLEANS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  [1, true],
  [0, false],
  ["true", true],
  ["false", false],
  ["1", true],
  ["0", false],
]);

/** What a declared boolean accepts; `undefined` for anything else. Source: 00-overview section 3.1. */
export const toBoolean = (raw: unknown): boolean | undefined =>
  BOOLEANS.get(typeof raw === "string" ? raw.toLowerCase() : raw);

/** A flag that is published with a default which does not count: absent is `undefined`. Source: D7. */
export const flagWithUnusedDefault = (
  name: string,
  declared: Declared & { readonly default: boolean },
): Parameter<boolean | undefined> => ({
  type: "boolean",
  ...declared,
  resolve: (raw, { raw: sent }) => {
    if (sent[name] === undefined) return { value: undefined };
    const value = toBoolean(raw);
    return value === undefined
      ? { problem: { reason: "not-a-boolean", code: "rest_invalid_type" } }
      : { value };
  },
});
