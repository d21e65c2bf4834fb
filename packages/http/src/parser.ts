import {
  type Actor,
  type AnyOperation,
  CalendarError,
  type Parameter,
  type ParameterContext,
  type ParameterValues,
  type Problem,
  type Resolution,
} from "@kalends/core";
import { createCoercion } from "./coercion.ts";
import { inspect, isTooDeep, MAX_DEPTH } from "./hostile-values.ts";

/** How the path names a record; the text is percent-decoded. */
export interface PathTarget {
  readonly name: "id" | "slug";
  readonly text: string;
}

/** The values of a request by parameter name, undeclared ones included. */
export type RawValues = Readonly<Record<string, unknown>>;

/** Values as the operation wants them, and the record that the path names. */
export interface Parsed {
  readonly values: ParameterValues;
  /** Only for operations on one record. */
  readonly id?: number;
}

export interface Parser {
  /**
   * Steps 4 to 6 of the pipeline. Throws `rest_missing_callback_param` or `rest_invalid_param`, each with all failures of
   * its step in the order of the declaration. Source: 00-overview sections 3 and 4.
   */
  parse(raw: RawValues, actor: Actor, target?: PathTarget): Promise<Parsed>;
  /** The record that the path names; `undefined` when it names none. */
  resolve(target: PathTarget, raw: RawValues, actor: Actor): Promise<number | undefined>;
}

type Problems = Record<string, Problem>;
type Values = Record<string, unknown>;

const emptyRecord = <T>(): Record<string, T> => Object.create(null) as Record<string, T>;

/** A `null` that means the same as absence. Source: D27. */
const isUnset = ({ type, default: fallback }: Parameter, raw: unknown): boolean =>
  raw === undefined || (raw === null && (type === undefined || fallback === null));

const isMissing = (parameter: Parameter, raw: unknown): boolean =>
  parameter.required === true && (raw === undefined || raw === null);

/** What no validator has to look at: lists and objects where a single value belongs. Source: 90-decisions P23, P24. */
const misplaced = (parameter: Parameter, raw: unknown, method: string): Problem | undefined => {
  if (typeof raw !== "object" || raw === null) return undefined;
  if (method === "read" && parameter.type === undefined) {
    return Array.isArray(raw) ? undefined : { reason: "named-keys" };
  }
  if (parameter.type === undefined || parameter.resolve === undefined) return undefined;
  return { reason: "not-a-scalar" };
};

/**
 * The parser of an operation, made from its declarations alone: used by the routes and by everything else that takes
 * values from outside.
 */
export const createParser = (operation: AnyOperation): Parser => {
  const { method, target: targets } = operation;
  const declared = Object.entries(operation.parameters);
  const coerce = createCoercion(operation.parameters);
  const coerceTarget = targets === undefined ? undefined : createCoercion({ ...targets });

  const resolveTarget = async (
    { name, text }: PathTarget,
    context: ParameterContext,
  ): Promise<Resolution<number>> => {
    const parameter = targets?.[name];
    if (parameter === undefined) return { problem: { reason: "not-acceptable" } };
    const inspected = inspect(text);
    if ("problem" in inspected) return inspected;
    if (parameter.resolve !== undefined) return parameter.resolve(text, context);
    const { values, problems } = coerceTarget?.({ [name]: text }) ?? { values: {}, problems: {} };
    const problem = problems[name];
    return problem === undefined ? { value: values[name] as number } : { problem };
  };

  /** The value of a parameter that was not sent. */
  const fallbackOf = async (
    name: string,
    { type, default: fallback, defaultNow, resolve }: Parameter,
    context: ParameterContext,
  ): Promise<unknown> => {
    const published = defaultNow === undefined ? fallback : defaultNow();
    if (published === undefined || published === null) return undefined;
    if (resolve !== undefined) {
      const resolution = await resolve(published, context);
      if ("value" in resolution) return resolution.value;
    }
    return type === undefined ? published : (coerce({ [name]: published }).values[name] ?? published);
  };

  return {
    async parse(raw, actor, target) {
      const context: ParameterContext = { actor, raw, method };
      const missing = declared.filter(([name, parameter]) => isMissing(parameter, raw[name]));
      if (missing.length > 0) {
        throw new CalendarError("rest_missing_callback_param", { missing: missing.map(([name]) => name) });
      }

      const values: Values = emptyRecord();
      const typed: Values = emptyRecord();
      const refused: Problems = emptyRecord();
      let id: number | undefined;
      if (target !== undefined) {
        const resolution = await resolveTarget(target, context);
        if ("value" in resolution) id = resolution.value;
        else refused[target.name] = resolution.problem;
      }
      for (const [name, parameter] of declared) {
        const sent = raw[name];
        if (isUnset(parameter, sent)) {
          const fallback = await fallbackOf(name, parameter, context);
          if (fallback !== undefined) values[name] = fallback;
          continue;
        }
        if (parameter.type !== undefined) typed[name] = sent;
        if (sent === null) continue;
        const inspected = inspect(sent);
        const problem =
          "problem" in inspected ? inspected.problem : misplaced(parameter, inspected.value, method);
        if (problem !== undefined) refused[name] ??= problem;
        else if (parameter.resolve !== undefined && "value" in inspected) {
          const resolution = await parameter.resolve(inspected.value, context);
          if ("value" in resolution) values[name] = resolution.value;
          else refused[name] ??= resolution.problem;
        } else if ("value" in inspected) values[name] = inspected.value;
      }
      for (const name of Object.keys(raw)) {
        if (!(name in refused) && isTooDeep(raw[name])) {
          refused[name] = { reason: "too-deep", values: { maximum: MAX_DEPTH } };
        }
      }
      refuse(refused);

      const coerced = coerce(typed);
      refuse(coerced.problems);
      for (const [name, parameter] of declared) {
        if (parameter.resolve === undefined && name in coerced.values) values[name] = coerced.values[name];
      }
      return id === undefined ? { values } : { values, id };
    },

    async resolve(target, raw, actor) {
      const resolution = await resolveTarget(target, { actor, raw, method });
      return "value" in resolution ? resolution.value : undefined;
    },
  };
};

const refuse = (problems: Readonly<Problems>): void => {
  if (Object.keys(problems).length > 0)
    throw new CalendarError("rest_invalid_param", { problems: { ...problems } });
};
