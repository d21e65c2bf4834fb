import {
  type Parameters,
  type ParameterType,
  type Problem,
  type ProblemReason,
  toBoolean,
  toNumber,
} from "@kalends/core";
import Joi from "joi";

const toInteger = (raw: unknown): number | undefined => {
  const number = toNumber(raw);
  return number !== undefined && Number.isSafeInteger(number) ? number : undefined;
};

const toText = (raw: unknown): string | undefined => (typeof raw === "string" ? raw : undefined);

const COERCIONS: Readonly<
  Record<ParameterType, { readonly convert: (raw: unknown) => unknown; readonly reason: ProblemReason }>
> = {
  integer: { convert: toInteger, reason: "not-an-integer" },
  number: { convert: toNumber, reason: "not-a-number" },
  boolean: { convert: toBoolean, reason: "not-a-boolean" },
  string: { convert: toText, reason: "not-a-string" },
};

/** Said once for the whole schema: Joi works out preferences anew for each value that has its own. */
const PREFERENCES: Joi.ValidationOptions = {
  abortEarly: false,
  messages: Object.fromEntries(Object.values(COERCIONS).map(({ reason }) => [reason, reason])),
};

const schemaOf = (type: ParameterType): Joi.Schema => {
  const { convert, reason } = COERCIONS[type];
  return Joi.any().custom((raw: unknown, helpers) => convert(raw) ?? helpers.error(reason));
};

/** What became of typed values: those that fit, and what is wrong with the others. */
export interface Coerced {
  readonly values: Readonly<Record<string, unknown>>;
  readonly problems: Readonly<Record<string, Problem>>;
}

/**
 * Step 6 of the pipeline as one schema made of the declarations: typed values coerced, all failures told together. Only
 * parameters with a declared type may be handed to it. Source: 00-overview section 3.1.
 */
export const createCoercion = (
  parameters: Parameters,
): ((typed: Readonly<Record<string, unknown>>) => Coerced) => {
  const schema = Joi.object(
    Object.fromEntries(
      Object.entries(parameters).flatMap(([name, { type }]) =>
        type === undefined ? [] : [[name, schemaOf(type)]],
      ),
    ),
  ).prefs(PREFERENCES);
  return (typed) => {
    const { value, error } = schema.validate(typed);
    const problems: Record<string, Problem> = {};
    for (const { path, type } of error?.details ?? []) {
      // The only types of failure are the reasons above.
      problems[String(path[0])] = { reason: type as ProblemReason, code: "rest_invalid_type" };
    }
    return { values: value as Record<string, unknown>, problems };
  };
};
