import type { Schema } from "joi";

/** Whether a value is of a form. */
type Check = (value: unknown) => boolean;

/** What joi says about a schema, as far as it is understood here. */
interface Described {
  readonly type?: string;
  readonly flags?: { readonly presence?: string; readonly only?: boolean; readonly unknown?: boolean };
  readonly allow?: readonly unknown[];
  readonly rules?: readonly Rule[];
  readonly keys?: Readonly<Record<string, Described>>;
  readonly items?: readonly Described[];
}

interface Rule {
  readonly name: string;
  readonly args?: {
    readonly limit?: number;
    method?(value: unknown, helpers: { error(): unknown }): unknown;
  };
}

const UNDERSTOOD: readonly string[] = ["type", "flags", "allow", "rules", "keys", "items"];
const FLAGS: readonly string[] = ["presence", "only", "unknown"];

const never: Check = () => false;

/**
 * For values that were parsed from JSON; members are required unless they are optional. True only of what joi accepts, in a fraction
 * of the time; of what it does not understand it says false, so that joi has the last word.
 */
export const createQuickCheck = (schema: Schema): Check => toCheck(schema.describe());

const toCheck = (described: Described): Check => {
  const { type = "", flags = {}, allow = [] } = described;
  const isUnderstood =
    Object.keys(described).every((name) => UNDERSTOOD.includes(name)) &&
    Object.keys(flags).every((name) => FLAGS.includes(name));
  if (!isUnderstood) return never;
  const ofType = flags.only === true ? never : (TYPES.get(type)?.(described) ?? never);
  return allow.length === 0 ? ofType : (value) => allow.includes(value) || ofType(value);
};

const toText = ({ rules = [] }: Described): Check | undefined => {
  const methods = rules.flatMap(({ name, args }) => (name === "custom" ? (args?.method ?? []) : []));
  if (methods.length < rules.length) return undefined;
  const helpers = { error: () => undefined };
  return (value) =>
    typeof value === "string" && value !== "" && methods.every((method) => method(value, helpers) === value);
};

const toWholeNumber = ({ rules = [] }: Described): Check | undefined => {
  if (!rules.every(({ name }) => ["integer", "min", "max"].includes(name))) return undefined;
  const limits = (name: string): readonly number[] =>
    rules.flatMap((rule) => (rule.name === name ? (rule.args?.limit ?? Number.NaN) : []));
  const [least, most] = [Math.max(...limits("min")), Math.min(...limits("max"))];
  return (value) => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;
};

const toList = ({ rules, items = [] }: Described): Check | undefined => {
  const [item] = items.map(toCheck);
  if (rules !== undefined || item === undefined || items.length > 1) return undefined;
  return (value) => Array.isArray(value) && value.every(item);
};

const toObject = ({ rules, keys, flags = {} }: Described): Check | undefined => {
  if (rules !== undefined) return undefined;
  const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
    typeof value === "object" && value !== null && !Array.isArray(value);
  if (keys === undefined) return isObject;
  const members = new Map(Object.entries(keys).map(([name, member]) => [name, toCheck(member)]));
  const required = Object.keys(keys).filter((name) => keys[name]?.flags?.presence !== "optional");
  const other: Check = flags.unknown === true ? () => true : never;
  return (value) =>
    isObject(value) &&
    required.every((name) => Object.hasOwn(value, name)) &&
    Object.keys(value).every((name) => (members.get(name) ?? other)(value[name]));
};

const TYPES: ReadonlyMap<string, (described: Described) => Check | undefined> = new Map([
  ["string", toText],
  ["number", toWholeNumber],
  ["boolean", () => (value: unknown) => typeof value === "boolean"],
  ["array", toList],
  ["object", toObject],
]);
