import type { JsonValue } from "../model/json.ts";
import { toPlainText } from "../model/text/plain-text.ts";
import type { Parameter, Parameters, ParameterType, Resolution } from "../parameter.ts";
import { checkText, MAX_TEXT_LENGTH, refuse } from "../parameters/scalars.ts";
import { coerce } from "../parsing/coercion.ts";
import { entriesOf, isList, withBounds } from "../parsing/declared-bounds.ts";
import { isPending } from "../pending.ts";
import type { RecordField } from "./contributions.ts";

/**
 * Wraps a validator of a plugin, so that it does not run for callers who may not look up records. Such a
 * caller is refused after the validation, whatever the values are.
 * Source: rules/interface.md#lookups-need-rights.
 */
const permittedResolve =
  <T>(resolve: NonNullable<Parameter<T | undefined>["resolve"]>): typeof resolve =>
  (raw, context) =>
    context.mayLookUp ? resolve(raw, context) : { value: undefined };

type Resolve = NonNullable<Parameter["resolve"]>;

const isSound = (resolution: unknown): boolean => {
  if (typeof resolution !== "object" || resolution === null) return false;
  if (!("problem" in resolution)) return "value" in resolution && typeof resolution.value !== "function";
  const { reason, text = reason } = (resolution.problem ?? {}) as { reason?: unknown; text?: unknown };
  return typeof text === "string";
};

/**
 * Wraps a validator of a plugin. If it returns an invalid result, the wrapper throws, so that the result is
 * neither stored nor sent.
 */
const requireSound =
  (name: string, resolve: Resolve): Resolve =>
  (raw, context) => {
    const demand = <T>(resolution: T): T => {
      if (isSound(resolution)) return resolution;
      throw new TypeError(`resolve of the parameter ${name} of a plugin must return a value or a problem`);
    };
    const resolution = resolve(raw, context);
    return isPending(resolution) ? resolution.then(demand) : demand(resolution);
  };

/** Returns the parameters of a plugin's filter, with validators that check their bounds. */
export const toFilterParameters = (parameters: Parameters): Parameters =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => {
      const { resolve } = parameter;
      return [name, withBounds(resolve ? { ...parameter, resolve: requireSound(name, resolve) } : parameter)];
    }),
  );

/**
 * Returns the parameters of a plugin's route. Their validators run only for callers who may call the route.
 */
export const toRouteParameters = (parameters: Parameters): Parameters =>
  Object.fromEntries(
    Object.entries(toFilterParameters(parameters)).map(([name, parameter]) => [
      name,
      { ...parameter, ...(parameter.resolve && { resolve: permittedResolve(parameter.resolve) }) },
    ]),
  );

type Declared = RecordField["parameter"];

/**
 * Returns the parameter for a plugin field. `null` and `""` clear the field; a required field refuses them.
 */
export const toFieldParameter = (
  name: string,
  declared: Declared,
  required: boolean,
): Parameter<JsonValue | undefined> => {
  const { description, type, documented } = declared;
  const own = declared.resolve && (requireSound(name, declared.resolve) as typeof declared.resolve);
  const bounded = withBounds({ ...declared, resolve: own ?? resolveDeclared(declared) }).resolve;
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

const resolveDeclared = (declared: Declared): NonNullable<Declared["resolve"]> => {
  const { type, required = false } = declared;
  return type === undefined && isList(declared) ? resolveList(declared) : resolveTyped(type, required);
};

type Read = Resolution<JsonValue | undefined>;

const resolveTyped =
  (type: Declared["type"], required: boolean) =>
  (raw: unknown): Read => {
    if (type !== undefined && type !== "string") return coerce(type, raw);
    const text = checkText(raw, MAX_TEXT_LENGTH);
    if (!("value" in text)) return text;
    const plain = toPlainText(text.value);
    if (plain === "" && required) return refuse("empty");
    const isPlain = plain === text.value.trim();
    return { value: plain || null, ...(!isPlain && { adjustments: [{ reason: "text-cleaned" }] }) };
  };

/**
 * Parses a list field: each entry is parsed like a field with a single value. Empty entries are skipped, and
 * a list without entries clears the field.
 */
const resolveList =
  ({ documented, required = false }: Declared) =>
  (raw: unknown): Read => {
    const entries: JsonValue[] = [];
    let isCleaned = false;
    for (const entry of entriesOf(raw)) {
      if (typeof entry === "object") return refuse("not-a-scalar");
      // The type is safe, because values in requests are JSON.
      const type = documented?.items?.type ?? (typeof entry as ParameterType);
      const read = resolveTyped(type, false)(entry);
      if ("problem" in read) return read;
      isCleaned ||= read.adjustments !== undefined;
      if (read.value !== undefined && read.value !== null) entries.push(read.value);
    }
    if (entries.length === 0) return required ? refuse("empty") : { value: null };
    return { value: entries, ...(isCleaned && { adjustments: [{ reason: "text-cleaned" }] }) };
  };
