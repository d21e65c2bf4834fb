import { type Adjustment, MAX_ADJUSTMENTS } from "../adjustment.ts";
import { CalendarError, type Problem } from "../errors.ts";
import { isFilePart } from "../model/upload.ts";
import type { AnyOperation, FoundRecord } from "../operation.ts";
import type { OwnFile, Parameter, ParameterContext, ParameterValues, Resolution } from "../parameter.ts";
import { isPending } from "../pending.ts";
import type { Actor } from "../rights/actor.ts";
import { coerce } from "./coercion.ts";
import { findExcessiveMarkup, inspect, isTooDeep, MAX_DEPTH, MAX_TAGS } from "./hostile-values.ts";

/** Values of a request by parameter name, before parsing. They include parameters that are not declared. */
export type RawValues = Readonly<Record<string, unknown>>;

/** Result of parsing the values of an operation. */
interface Parsed {
  readonly values: ParameterValues;
  /** Adjustments of the values that differ from those that were sent. */
  readonly adjustments: readonly Adjustment[];
}

/** Options of the parser. */
interface ParseOptions {
  readonly found?: FoundRecord<unknown> | undefined;
  readonly ownFile?: OwnFile | undefined;
}

type Problems = Record<string, Problem>;
type Values = Record<string, unknown>;
/**
 * True for `context` and for names such as `_method`. These parameters only concern the HTTP request and are
 * never stored.
 */
const isOfTransport = (name: string): boolean => name.startsWith("_") || name === "context";

type PendingResolution = Resolution<unknown> | Promise<Resolution<unknown>>;

/**
 * Creates an object without a prototype. Names in requests, such as `__proto__`, can then be used as keys.
 */
const emptyRecord = <T>(): Record<string, T> => Object.create(null) as Record<string, T>;

/** True for an absent value, and for a `null` that means "absent". Source: rules/interface.md#null-values. */
const isUnset = ({ type, default: fallback, nullable }: Parameter, raw: unknown): boolean =>
  raw === undefined || (raw === null && nullable !== true && (type === undefined || fallback === null));

const isMissing = (parameter: Parameter, raw: unknown): boolean =>
  parameter.required === true && (raw === undefined || raw === null);

/**
 * Returns the problem if a list or object was sent where a single value is expected. Reads also accept lists
 * for parameters without a type.
 * Source: rules/interface.md#nested-values, rules/interface.md#named-keys.
 */
const misplacedProblem = (parameter: Parameter, raw: unknown, method: string): Problem | undefined => {
  if (typeof raw !== "object" || raw === null || isFilePart(raw)) return undefined;
  if (method === "read" && parameter.type === undefined) {
    return Array.isArray(raw) ? undefined : { reason: "named-keys" };
  }
  if (parameter.type === undefined || parameter.resolve === undefined) return undefined;
  return { reason: "not-a-scalar" };
};

const TARGETS = ["id", "slug"] as const;

/**
 * Sorts problems: first those of path parameters, then the others in the order in which they are declared.
 */
const inOrder = ({ target, parameters }: AnyOperation, refused: Readonly<Problems>): Problems => {
  const ordered: Problems = emptyRecord();
  const targets = TARGETS.filter((name) => target?.[name] !== undefined);
  for (const name of [...targets, ...Object.keys(parameters)]) {
    const problem = refused[name];
    if (problem !== undefined) ordered[name] = problem;
  }
  return Object.assign(ordered, refused);
};

/**
 * Returns the default value for a parameter that was not sent. Returns `undefined` if the parameter has no
 * default, or if the default does not have the declared type.
 */
const fallbackOf = (
  { type, default: fallback, defaultNow, resolve }: Parameter,
  context: ParameterContext,
): PendingResolution | undefined => {
  const published = defaultNow === undefined ? fallback : defaultNow();
  if (published === undefined || published === null) return undefined;
  if (resolve !== undefined) return resolve(published, context);
  if (type === undefined) return { value: published };
  const coerced = coerce(type, published);
  return "value" in coerced ? coerced : undefined;
};

/** Validates a value that the client sent. */
const validate = (parameter: Parameter, sent: unknown, context: ParameterContext): PendingResolution => {
  const inspected = inspect(sent);
  if ("problem" in inspected) return inspected;
  const problem = misplacedProblem(parameter, inspected.value, context.method);
  if (problem !== undefined) return { problem };
  return parameter.resolve === undefined ? inspected : parameter.resolve(inspected.value, context);
};

/**
 * Returns adjustments for unknown names and for `ignored` parameters, whose values have no effect. They are
 * in the order of the request, and at most `MAX_ADJUSTMENTS`.
 * A name is unknown if it is neither a parameter nor a member of responses (`shown`). Operations without
 * `shown` have no unknown names.
 * Source: rules/interface.md#unknown-parameters.
 */
const unknownIn = (
  raw: RawValues,
  { parameters, shown }: AnyOperation,
  ignored: ReadonlySet<string>,
): readonly Adjustment[] =>
  shown === undefined
    ? []
    : Object.keys(raw)
        .filter((name) => raw[name] !== undefined && !isOfTransport(name))
        .filter((name) => ignored.has(name) || (!Object.hasOwn(parameters, name) && !shown.has(name)))
        .slice(0, MAX_ADJUSTMENTS)
        .map((parameter) => ({ parameter, reason: "unknown-parameter" }));

/**
 * Parses the values of an operation in three steps: it checks required parameters, runs validators, and
 * checks declared types.
 * If a step finds problems, it throws `rest_missing_callback_param` or `rest_invalid_param` with all problems
 * of this step, in the order of declaration.
 * Source: rules/errors.md#missing-parameters, rules/errors.md#problems-together.
 */
export const parse = async (
  operation: AnyOperation,
  raw: RawValues,
  actor: Actor,
  { found, ownFile }: ParseOptions = {},
): Promise<Parsed> => {
  const declared = Object.entries(operation.parameters);
  const missing = declared.filter(([name, parameter]) => isMissing(parameter, raw[name]));
  if (missing.length > 0) {
    throw new CalendarError("rest_missing_callback_param", { missing: missing.map(([name]) => name) });
  }

  const values: Values = emptyRecord();
  const refused: Problems = emptyRecord();
  const adjustments: Adjustment[] = [];
  const ignored = new Set<string>();
  if (found?.problem !== undefined) refused[found.name] = found.problem;
  const context: ParameterContext = {
    actor,
    raw,
    method: operation.method,
    // A caller without the general right may still have the right on this record. A caller without either
    // right is refused later, so values that were not looked up are never stored.
    mayLookUp:
      (await operation.permits(actor)) || (found !== undefined && (await operation.permits(actor, found))),
    ...(ownFile && { ownFile }),
  };
  const excessive = findExcessiveMarkup(Object.keys(operation.parameters), raw);
  if (excessive !== undefined) {
    refused[excessive] = { reason: "too-much-markup", values: { maximum: MAX_TAGS } };
  }
  const apply = (name: string, resolution: Resolution<unknown>): void => {
    if ("problem" in resolution) {
      refused[name] ??= resolution.problem;
      return;
    }
    if (resolution.value !== undefined) values[name] = resolution.value;
    for (const { reason, at = "" } of resolution.adjustments ?? []) {
      if (reason === "unknown-parameter" && at === "") ignored.add(name);
      else adjustments.push({ parameter: name + at, reason });
    }
  };
  const pending: Promise<void>[] = [];
  for (const [name, parameter] of declared) {
    const sent = raw[name];
    const isAbsent = isUnset(parameter, sent);
    if (!isAbsent && sent === null && parameter.nullable !== true) continue;
    // Most validators return at once. Validators that read the store run in parallel.
    try {
      const resolution = isAbsent ? fallbackOf(parameter, context) : validate(parameter, sent, context);
      if (resolution === undefined) continue;
      if (isPending(resolution)) pending.push(resolution.then((resolved) => apply(name, resolved)));
      else apply(name, resolution);
    } catch (error) {
      // The error is collected together with the pending promises. Throwing it here would leave their
      // rejections unhandled.
      pending.push(Promise.reject(error));
    }
  }
  if (pending.length > 0) await Promise.all(pending);
  for (const name of Object.keys(raw)) {
    if (!(name in refused) && isTooDeep(raw[name])) {
      refused[name] = { reason: "too-deep", values: { maximum: MAX_DEPTH } };
    }
  }
  if (hasProblems(refused)) throw refusal(inOrder(operation, refused));

  const mistyped: Problems = emptyRecord();
  for (const [name, parameter] of declared) {
    const sent = raw[name];
    if (sent === undefined || parameter.type === undefined) continue;
    if (isUnset(parameter, sent) || isFilePart(sent)) continue;
    const coerced = coerce(parameter.type, sent);
    if ("problem" in coerced) mistyped[name] = coerced.problem;
    else if (parameter.resolve === undefined) values[name] = coerced.value;
  }
  if (hasProblems(mistyped)) throw refusal(mistyped);
  return { values, adjustments: [...adjustments, ...unknownIn(raw, operation, ignored)] };
};

const hasProblems = (problems: Readonly<Problems>): boolean => Object.keys(problems).length > 0;

const refusal = (problems: Readonly<Problems>): CalendarError =>
  new CalendarError("rest_invalid_param", { problems: { ...problems } });
