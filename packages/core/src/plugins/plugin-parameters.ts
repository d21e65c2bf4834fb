import type { JsonValue } from "../model/json.ts";
import { toPlainText } from "../model/text/plain-text.ts";
import type { Parameter, Parameters, Resolution } from "../parameter.ts";
import { checkText, MAX_TEXT_LENGTH, refuse } from "../parameters/scalars.ts";
import { coerce } from "../parsing/coercion.ts";
import { withBounds } from "../parsing/declared-bounds.ts";
import type { RecordField } from "./contributions.ts";

/**
 * A validator of a plugin may look up anything, so it does not run for callers who must not learn what exists. They
 * are refused after the values are checked, whatever these are. Source: rules/interface.md#lookups-need-rights.
 */
const permittedResolve =
  <T>(resolve: NonNullable<Parameter<T | undefined>["resolve"]>): typeof resolve =>
  (raw, context) =>
    context.mayLookUp ? resolve(raw, context) : { value: undefined };

/** The parameters of a plugin's filter, which keep to their bounds. */
export const toFilterParameters = (parameters: Parameters): Parameters =>
  Object.fromEntries(Object.entries(parameters).map(([name, parameter]) => [name, withBounds(parameter)]));

/** The parameters of a plugin's route, whose validators run for permitted callers only. */
export const toRouteParameters = (parameters: Parameters): Parameters =>
  Object.fromEntries(
    Object.entries(toFilterParameters(parameters)).map(([name, parameter]) => [
      name,
      { ...parameter, ...(parameter.resolve && { resolve: permittedResolve(parameter.resolve) }) },
    ]),
  );

type Declared = RecordField["parameter"];

/** The parameter of a field: `null` and `""` clear it. */
export const toFieldParameter = (declared: Declared, required: boolean): Parameter<JsonValue | undefined> => {
  const { description, type, documented } = declared;
  const bounded = withBounds({ ...declared, resolve: declared.resolve ?? resolveTyped(type) }).resolve;
  const resolve = declared.resolve === undefined ? bounded : permittedResolve(bounded);
  return {
    description,
    required,
    documented: { ...(type !== undefined && { type }), ...documented },
    nullable: true,
    resolve(raw, context) {
      if (raw === null || raw === "") return declared.required === true ? refuse("empty") : { value: null };
      if (type !== undefined && typeof raw === "object") return refuse("not-a-scalar");
      return resolve(raw, context);
    },
  };
};

const resolveTyped =
  (type: Declared["type"]) =>
  (raw: unknown): Resolution<JsonValue | undefined> => {
    if (type !== undefined && type !== "string") return coerce(type, raw);
    const text = checkText(raw, MAX_TEXT_LENGTH);
    if (!("value" in text)) return text;
    const plain = toPlainText(text.value);
    const isPlain = plain === text.value.trim();
    return { value: plain || null, ...(!isPlain && { adjustments: [{ reason: "text-cleaned" }] }) };
  };
