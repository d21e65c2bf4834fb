import type { ProblemReason } from "../errors.ts";
import type { ParameterType, Resolution } from "../parameter.ts";
import { toBoolean, toNumber } from "../parameters/scalars.ts";

const toInteger = (raw: unknown): number | undefined => {
  const number = toNumber(raw);
  return Number.isSafeInteger(number) ? number : undefined;
};

const toText = (raw: unknown): string | undefined => (typeof raw === "string" ? raw : undefined);

const COERCIONS: Readonly<
  Record<
    ParameterType,
    {
      readonly convert: (raw: unknown) => string | number | boolean | undefined;
      readonly reason: ProblemReason;
    }
  >
> = {
  integer: { convert: toInteger, reason: "not-an-integer" },
  number: { convert: toNumber, reason: "not-a-number" },
  boolean: { convert: toBoolean, reason: "not-a-boolean" },
  string: { convert: toText, reason: "not-a-string" },
};

/** Converts a value to the declared type, or refuses it. Source: rules/interface.md#type-coercion. */
export const coerce = (type: ParameterType, raw: unknown): Resolution<string | number | boolean> => {
  const { convert, reason } = COERCIONS[type];
  const value = convert(raw);
  return value === undefined ? { problem: { reason, code: "rest_invalid_type" } } : { value };
};
