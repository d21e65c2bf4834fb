import { type Adjustment, MAX_ADJUSTMENTS } from "../adjustment.ts";
import { CalendarError, type Problem } from "../errors.ts";
import type { Actor } from "../model/actor.ts";
import { isFilePart } from "../model/upload.ts";
import type { AnyOperation } from "../operation.ts";
import type { Parameter, ParameterContext, ParameterValues, Resolution } from "../parameter.ts";
import { coerce } from "./coercion.ts";
import { inspect, isTooDeep, MAX_DEPTH } from "./hostile-values.ts";
import { findExcessiveMarkup, MAX_TAGS } from "./markup-budget.ts";

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
  /** What of them is not as it was sent. */
  readonly adjustments: readonly Adjustment[];
}

export interface Parser {
  /**
   * Steps 4 to 6 of the pipeline. Throws `rest_missing_callback_param` or `rest_invalid_param`, each with all failures of
   * its step in the order of the declaration. `mediaRoot` as in `ParameterContext`. Source: 00-overview sections 3 and 4.
   */
  parse(raw: RawValues, actor: Actor, target?: PathTarget, mediaRoot?: string): Promise<Parsed>;
  /** The record that the path names; `undefined` when it names none. */
  resolve(target: PathTarget, raw: RawValues, actor: Actor): Promise<number | undefined>;
}

type Problems = Record<string, Problem>;
type Values = Record<string, unknown>;
/** What requests carry for the transport: nobody means to store it. */
const isOfTransport = (name: string): boolean => name.startsWith("_") || name === "context";

type Settling = Resolution<unknown> | Promise<Resolution<unknown>>;

/** Without a prototype: names come from outside. */
const emptyRecord = <T>(): Record<string, T> => Object.create(null) as Record<string, T>;

/** A `null` that means the same as absence. Source: D27. */
const isUnset = ({ type, default: fallback, nullable }: Parameter, raw: unknown): boolean =>
  raw === undefined || (raw === null && nullable !== true && (type === undefined || fallback === null));

const isMissing = (parameter: Parameter, raw: unknown): boolean =>
  parameter.required === true && (raw === undefined || raw === null);

/** What no validator has to look at: lists and objects where a single value belongs. Source: 90-decisions P23, P24. */
const misplaced = (parameter: Parameter, raw: unknown, method: string): Problem | undefined => {
  if (typeof raw !== "object" || raw === null || isFilePart(raw)) return undefined;
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

  /** What the path is blamed for first, then the others as they are declared. */
  const inOrder = (refused: Readonly<Problems>): Problems => {
    const ordered: Problems = emptyRecord();
    for (const name of [...Object.keys(targets ?? {}), ...Object.keys(operation.parameters)]) {
      const problem = refused[name];
      if (problem !== undefined) ordered[name] = problem;
    }
    return Object.assign(ordered, refused);
  };

  const resolveTarget = async (
    { name, text }: PathTarget,
    context: ParameterContext,
  ): Promise<Resolution<number>> => {
    const parameter = targets?.[name];
    if (parameter === undefined) return { problem: { reason: "not-acceptable" } };
    const inspected = inspect(text);
    if ("problem" in inspected) return inspected;
    if (parameter.resolve !== undefined) return parameter.resolve(text, context);
    return coerce(parameter.type ?? "integer", text) as Resolution<number>;
  };

  /** What stands for a parameter that was not sent, as the use case wants it; `undefined` when there is nothing. */
  const fallbackOf = (
    { type, default: fallback, defaultNow, resolve }: Parameter,
    context: ParameterContext,
  ): Settling | undefined => {
    const published = defaultNow === undefined ? fallback : defaultNow();
    if (published === undefined || published === null) return undefined;
    if (resolve !== undefined) return resolve(published, context);
    if (type === undefined) return { value: published };
    const coerced = coerce(type, published);
    return "value" in coerced ? coerced : undefined;
  };

  /** Step 5 for a value that was sent. */
  const validate = (parameter: Parameter, sent: unknown, context: ParameterContext): Settling => {
    const inspected = inspect(sent);
    if ("problem" in inspected) return inspected;
    const problem = misplaced(parameter, inspected.value, method);
    if (problem !== undefined) return { problem };
    return parameter.resolve === undefined ? inspected : parameter.resolve(inspected.value, context);
  };

  /** Names that are neither parameters nor members that records show. */
  const unknownIn = (raw: RawValues): readonly Adjustment[] => {
    const { shown } = operation;
    if (shown === undefined) return [];
    return Object.keys(raw)
      .filter((name) => raw[name] !== undefined && !isOfTransport(name))
      .filter((name) => !Object.hasOwn(operation.parameters, name) && !shown.has(name))
      .slice(0, MAX_ADJUSTMENTS)
      .map((parameter) => ({ parameter, reason: "unknown-parameter" }));
  };

  return {
    async parse(raw, actor, target, mediaRoot) {
      const missing = declared.filter(([name, parameter]) => isMissing(parameter, raw[name]));
      if (missing.length > 0) {
        throw new CalendarError("rest_missing_callback_param", { missing: missing.map(([name]) => name) });
      }

      const values: Values = emptyRecord();
      const refused: Problems = emptyRecord();
      const pending: Promise<void>[] = [];
      let id: number | undefined;
      if (target !== undefined) {
        const resolution = await resolveTarget(target, { actor, raw, method, mayLookUp: false });
        if ("value" in resolution) id = resolution.value;
        else refused[target.name] = resolution.problem;
      }
      const context: ParameterContext = {
        actor,
        raw,
        method,
        // Who has no general right may still have one on this record, and nobody gets values that were not looked up stored.
        mayLookUp:
          (await operation.permits(actor)) || (id !== undefined && (await operation.permits(actor, id))),
        ...(mediaRoot !== undefined && { mediaRoot }),
      };
      const adjustments: Adjustment[] = [];
      const excessive = findExcessiveMarkup(Object.keys(operation.parameters), raw);
      if (excessive !== undefined) {
        refused[excessive] = { reason: "too-much-markup", values: { maximum: MAX_TAGS } };
      }
      const settle = (name: string, resolution: Resolution<unknown>): void => {
        if ("problem" in resolution) {
          refused[name] ??= resolution.problem;
          return;
        }
        if (resolution.value !== undefined) values[name] = resolution.value;
        for (const { reason, at = "" } of resolution.adjustments ?? []) {
          adjustments.push({ parameter: name + at, reason });
        }
      };
      for (const [name, parameter] of declared) {
        const sent = raw[name];
        const isAbsent = isUnset(parameter, sent);
        if (!isAbsent && sent === null && parameter.nullable !== true) continue;
        // Most validators answer at once; those that ask the store do so together.
        const settling = orRejection(() =>
          isAbsent ? fallbackOf(parameter, context) : validate(parameter, sent, context),
        );
        if (settling !== undefined && "then" in settling)
          pending.push(settling.then((resolution) => settle(name, resolution)));
        else if (settling !== undefined) settle(name, settling);
      }
      await Promise.all(pending);
      for (const name of Object.keys(raw)) {
        if (!(name in refused) && isTooDeep(raw[name])) {
          refused[name] = { reason: "too-deep", values: { maximum: MAX_DEPTH } };
        }
      }
      refuse(inOrder(refused));

      const mistyped: Problems = emptyRecord();
      for (const [name, parameter] of declared) {
        const sent = raw[name];
        if (parameter.type === undefined || isUnset(parameter, sent) || isFilePart(sent)) continue;
        const coerced = coerce(parameter.type, sent);
        if ("problem" in coerced) mistyped[name] = coerced.problem;
        else if (parameter.resolve === undefined) values[name] = coerced.value;
      }
      refuse(mistyped);
      adjustments.push(...unknownIn(raw));
      return id === undefined ? { values, adjustments } : { values, id, adjustments };
    },

    async resolve(target, raw, actor) {
      const resolution = await resolveTarget(target, { actor, raw, method, mayLookUp: false });
      return "value" in resolution ? resolution.value : undefined;
    },
  };
};

/** What throws must not leave those behind that are pending already: nobody would catch it when they reject. */
const orRejection = <T>(work: () => T): T | Promise<never> => {
  try {
    return work();
  } catch (error) {
    return Promise.reject(error);
  }
};

const refuse = (problems: Readonly<Problems>): void => {
  if (Object.keys(problems).length > 0)
    throw new CalendarError("rest_invalid_param", { problems: { ...problems } });
};
