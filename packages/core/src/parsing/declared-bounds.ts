import type { Problem } from "../errors.ts";
import type { Documented, Parameter, ParameterType, Resolution } from "../parameter.ts";
import { refuse, toNumber } from "../parameters/scalars.ts";
import { isPending } from "../pending.ts";
import { coerce } from "./coercion.ts";

type Bounded = Pick<Parameter, "type" | "documented">;

/** Returns the type of a parameter's value. For a list it is the type of the entries. */
const scalarType = ({ type, documented }: Bounded): ParameterType | undefined => {
  const { type: kind = type, items } = documented ?? {};
  return kind === "array" ? items?.type : kind;
};

/** True if the parameter is documented as a list. */
export const isList = ({ type, documented }: Bounded): boolean => (documented?.type ?? type) === "array";

const beyond = (
  size: number,
  { minimum, maximum }: { readonly minimum: number | undefined; readonly maximum: number | undefined },
  [few, many]: readonly ["too-short", "too-long"] | readonly ["too-few", "too-many"],
): Problem | undefined => {
  if (minimum !== undefined && size < minimum) return refuse(few, { minimum }).problem;
  return maximum !== undefined && size > maximum ? refuse(many, { maximum }).problem : undefined;
};

const beyondNumbers = (raw: unknown, { minimum, maximum }: Documented): Problem | undefined => {
  const number = toNumber(raw);
  if (number === undefined) return undefined;
  const isLow = minimum !== undefined && number < minimum;
  const isHigh = maximum !== undefined && number > maximum;
  if (!isLow && !isHigh) return undefined;
  if (minimum !== undefined && maximum !== undefined)
    return refuse("out-of-range", { minimum, maximum }).problem;
  return isLow
    ? refuse("too-low", { minimum }).problem
    : refuse("too-high", { maximum: maximum ?? 0 }).problem;
};

const beyondText = (raw: unknown, { minLength, maxLength, enum: names }: Documented): Problem | undefined => {
  if (typeof raw !== "string" && typeof raw !== "number") return undefined;
  const text = String(raw).normalize("NFC");
  if (names !== undefined && !names.includes(text))
    return refuse("not-one-of", { names: names.join(", ") }).problem;
  return beyond([...text].length, { minimum: minLength, maximum: maxLength }, ["too-short", "too-long"]);
};

/** Returns the entries of a comma-separated list, of an array, or of a scalar as the only entry. */
export const entriesOf = (raw: unknown): readonly unknown[] => {
  if (typeof raw !== "string") return Array.isArray(raw) ? raw : [raw];
  return raw
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
};

/**
 * Returns the problem of a value that is outside of the declared bounds, or `undefined`. Values of another
 * type than declared are not checked.
 */
export const beyondBounds = (parameter: Bounded, raw: unknown): Problem | undefined => {
  const { documented = {} } = parameter;
  const type = scalarType(parameter);
  const judge = (entry: unknown): Problem | undefined =>
    type === "string" ? beyondText(entry, documented) : beyondNumbers(entry, documented);
  if (!isList(parameter)) return judge(raw);
  const entries = entriesOf(raw);
  const { minItems: minimum, maxItems: maximum } = documented;
  return (
    beyond(entries.length, { minimum, maximum }, ["too-few", "too-many"]) ??
    entries.map(judge).find((problem) => problem !== undefined)
  );
};

/**
 * Checks that a value has the declared type. Converts the entries of a list to this type, and returns any
 * other value unchanged. Used if the parameter has no validator.
 */
const readUnchecked = (parameter: Bounded, raw: unknown): Resolution<unknown> => {
  const type = scalarType(parameter);
  const read = (entry: unknown): Resolution<unknown> => {
    if (type === undefined) return { value: entry };
    return typeof entry === "object" && entry !== null ? refuse("not-a-scalar") : coerce(type, entry);
  };
  if (!isList(parameter)) {
    const resolution = read(raw);
    return "problem" in resolution ? resolution : { value: raw };
  }
  const entries: unknown[] = [];
  for (const entry of entriesOf(raw)) {
    const resolution = read(entry);
    if ("problem" in resolution) return resolution;
    entries.push(resolution.value);
  }
  return { value: entries };
};

const BOUNDS = ["enum", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"] as const;
const OTHERS = ["type", "items", "format", "example", "body"];

const has = (documented: Documented, ...names: readonly (typeof BOUNDS)[number][]): boolean =>
  names.some((name) => documented[name] !== undefined);

/**
 * Returns a plugin's parameter with a validator that checks the declared bounds. A parameter that is not a
 * list and has no bounds stays unchanged.
 * The plugin's own validator runs first, because its messages are more specific. Without a validator of the
 * plugin, the new validator also parses lists.
 */
export const withBounds = <P extends Pick<Parameter, "type" | "documented" | "resolve">>(parameter: P): P => {
  const { type, documented = {}, resolve } = parameter;
  const isRead = resolve === undefined && isList(parameter);
  if (!isRead && !has(documented, ...BOUNDS)) return parameter;
  const bounded: NonNullable<Parameter["resolve"]> = (raw, context) => {
    const bound = (resolution: Awaited<ReturnType<typeof bounded>>): typeof resolution => {
      const problem = "problem" in resolution ? undefined : beyondBounds(parameter, raw);
      return problem === undefined ? resolution : { problem };
    };
    if (resolve === undefined) {
      if (type === undefined) return bound(readUnchecked(parameter, raw));
      const coerced = coerce(type, raw);
      // A value of another type is refused later, together with all other invalid values.
      return "value" in coerced ? bound(coerced) : { value: undefined };
    }
    const resolution = resolve(raw, context);
    return isPending(resolution) ? resolution.then(bound) : bound(resolution);
  };
  return { ...parameter, resolve: bounded };
};

const isReversed = (low: number | undefined, high: number | undefined): boolean =>
  low !== undefined && high !== undefined && low > high;

const isCount = (count: number | undefined): boolean =>
  count === undefined || (Number.isSafeInteger(count) && count >= 0);

const isFiniteIfAny = (number: number | undefined): boolean =>
  number === undefined || Number.isFinite(number);

/**
 * Returns the fault in the bounds of a plugin's parameter, as a text that follows the parameter's name.
 * Returns `undefined` if the bounds can be enforced.
 */
export const faultOfBounds = (parameter: Bounded & Pick<Parameter, "default">): string | undefined => {
  const { documented = {}, default: fallback } = parameter;
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, enum: names, example } = documented;
  const type = scalarType(parameter);
  const unknown = Object.keys(documented).find((name) => ![...BOUNDS, ...OTHERS].includes(name));
  if (unknown !== undefined) return `whose documented ${unknown} is unknown and would not be enforced`;
  const ofEntries = Object.keys(documented.items ?? {}).find((name) => name !== "type");
  if (ofEntries !== undefined)
    return `whose documented items.${ofEntries} would not be enforced: bounds of the entries belong next to items`;
  if (!isFiniteIfAny(minimum) || !isFiniteIfAny(maximum)) return "whose minimum or maximum is not a number";
  if (![minLength, maxLength, minItems, maxItems].every(isCount))
    return "whose lengths are not whole numbers of at least 0";
  if (has(documented, "minimum", "maximum") && type !== "integer" && type !== "number")
    return "which has a minimum or maximum, but is not a number";
  if (has(documented, "enum", "minLength", "maxLength") && type !== "string")
    return "which has an enum or lengths, but is not a text";
  if (has(documented, "minItems", "maxItems") && !isList(parameter))
    return "which has a number of entries, but is not a list";
  if (isReversed(minimum, maximum) || isReversed(minLength, maxLength) || isReversed(minItems, maxItems))
    return "whose bounds exclude every value";
  if (type === "integer" && isReversed(minimum && Math.ceil(minimum), maximum && Math.floor(maximum)))
    return "whose bounds exclude every value";
  if (names?.length === 0) return "whose enum is empty";
  if (names?.every((name) => beyondBounds(parameter, name) !== undefined) === true)
    return "whose enum is outside its length bounds";
  for (const [what, value] of [
    ["default", fallback],
    ["example", example],
  ] as const)
    if (value !== undefined && value !== null && beyondBounds(parameter, value) !== undefined)
      return `whose ${what} is outside its bounds`;
  return undefined;
};
