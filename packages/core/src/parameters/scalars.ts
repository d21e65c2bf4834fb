import type { Problem, ProblemReason } from "../errors.ts";
import type { JsonValue } from "../model/json.ts";
import { hasTooManyMarks, isBlank } from "../model/text/characters.ts";
import type { Documented, Parameter, Resolution } from "../parameter.ts";

/** Maximum lengths of texts, in characters (code points, in NFC). Source: rules/interface.md#text-values. */
export const MAX_NAME_LENGTH = 1_000;
export const MAX_TEXT_LENGTH = 100_000;
export const MAX_SEARCH_LENGTH = 200;

/** Returns a refusal for a validator. `values` appear in the message. */
export const refuse = (reason: ProblemReason, values?: Problem["values"]): { readonly problem: Problem } => ({
  problem: values === undefined ? { reason } : { reason, values },
});

/** Properties of every declaration; the others depend on the kind of parameter. */
export interface Declared {
  readonly description: string;
  readonly required?: boolean;
  readonly default?: JsonValue;
  readonly documented?: Documented;
}

/** Maximum length of a number as text; no finite number needs more. */
const MAX_NUMBER_LENGTH = 400;

/**
 * Converts a value like a declared number does: also a text with blanks around it, sign, decimal point and exponent; `undefined` for any
 * other value. Takes time in proportion to the length. Source: rules/interface.md#type-coercion.
 */
export const toNumber = (raw: unknown): number | undefined => {
  if (typeof raw === "number") return Number.isFinite(raw) ? raw : undefined;
  if (typeof raw === "string" && raw.length > MAX_NUMBER_LENGTH) return undefined;
  if (typeof raw !== "string" || !/^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i.test(raw)) return undefined;
  const number = Number(raw);
  return Number.isFinite(number) ? number : undefined;
};

/**
 * Returns a whole number from 1 to 2^53 - 1, also from text. Returns `undefined` for other values
 * (rules/interface.md#ids-in-paths).
 */
export const toPositiveInteger = (raw: unknown): number | undefined => {
  const number = toNumber(raw);
  return number !== undefined && Number.isSafeInteger(number) && number > 0 ? number : undefined;
};

/**
 * Parameter for a positive integer. Greater numbers are reduced to `most`.
 * Source: rules/interface.md#validators.
 */
export const positiveInteger = (
  declared: Declared & { readonly default: JsonValue },
  maximum: number = Number.POSITIVE_INFINITY,
): Parameter<number> => ({
  type: "integer",
  ...declared,
  documented: { minimum: 1, ...declared.documented },
  resolve: (raw) => {
    const value = toPositiveInteger(raw);
    return value === undefined ? refuse("not-a-positive-integer") : { value: Math.min(value, maximum) };
  },
});

/**
 * Parameter for a boolean, coerced and checked only by the parser.
 * Source: rules/interface.md#type-coercion.
 */
export const flag = (declared: Declared): Parameter<boolean | undefined> => ({
  type: "boolean",
  ...declared,
});

/** Same as `flag`, with a default value. */
export const flagOr = (declared: Declared & { readonly default: boolean }): Parameter<boolean> => ({
  type: "boolean",
  ...declared,
});

/** Characters that no text may contain: lone surrogates, and NUL, which ends texts in many programs. */
const UNSTORABLE = /\p{Surrogate}|\0/u;

/** Maximum number of UTF-16 units that NFC composes into one character. */
const MAX_CODE_UNITS = 4;

/**
 * Returns a text in its stored form, which is NFC. All texts from requests pass through here
 * (rules/interface.md#text-values).
 */
export const checkText = (raw: unknown, maximum: number): Resolution<string> => {
  if (typeof raw !== "string") return refuse("not-a-string");
  if (raw.length > maximum * MAX_CODE_UNITS) return refuse("too-long", { maximum });
  if (UNSTORABLE.test(raw) || hasTooManyMarks(raw)) return refuse("invalid-text");
  const value = raw.normalize("NFC");
  return value.length > maximum && [...value].length > maximum ? refuse("too-long", { maximum }) : { value };
};

/** Returns a resolver for texts that are neither blank nor `"0"`. Source: rules/interface.md#validators. */
export const resolveText =
  (maximum: number) =>
  (raw: unknown): Resolution<string> => {
    const checked = checkText(raw, maximum);
    return "value" in checked && (isBlank(checked.value) || checked.value === "0")
      ? refuse("empty")
      : checked;
  };

/** Properties of a text declaration other than its description; `maximum` is in characters. */
interface DeclaredText extends Omit<Declared, "description" | "documented"> {
  readonly example: string;
  readonly maximum?: number;
}

const textBy =
  (
    resolve: (maximum: number) => (raw: unknown) => Resolution<string>,
    fixed: Pick<Declared, "required" | "default"> = {},
  ) =>
  (
    description: string,
    { example, maximum = MAX_TEXT_LENGTH, ...declared }: DeclaredText,
  ): Parameter<string> => ({
    type: "string",
    ...fixed,
    description,
    ...declared,
    documented: { maxLength: maximum, example },
    resolve: resolve(maximum),
  });

type TextMaker<T> = (description: string, declared: DeclaredText) => Parameter<T>;

export const requiredText: TextMaker<string> = textBy(resolveText, { required: true });

export const text: TextMaker<string | undefined> = textBy(resolveText);

/** Same as `text`, but a blank value clears the field. Source: rules/events.md#event-fields. */
export const clearableText: TextMaker<string | undefined> = textBy(
  (maximum) => (raw) =>
    typeof raw === "string" && raw.trim() === "" ? { value: "" } : resolveText(maximum)(raw),
);

/**
 * Parameter for a text that may be empty. 0 and false, which only inline data can contain, count as empty.
 * Source: rules/interface.md#validators.
 */
export const textOrEmpty: TextMaker<string | undefined> = textBy(
  (maximum) => (raw) => (raw === 0 || raw === false ? { value: "" } : checkText(raw, maximum)),
  { default: null },
);

/** Scheme, optional user, host (a name, or an address in brackets), optional port, path and more. */
const URL_FORM =
  /^(https?|ftp):\/\/(?:[^\s/?#@"<>]*@)?(?:\[[\da-f:.]+\]|[^\s/?#@:[\]"<>\\^`{|}]+)(:\d{1,5})?([/?#]\S*)?$/i;

/**
 * Accepts an empty text, or an absolute URL with a scheme and a host. Checks only the form and fetches
 * nothing. Schemes other than `http`, `https` and `ftp` are refused, because clients use the text in links.
 */
export const resolveUrlOrEmpty = (raw: unknown): Resolution<string> => {
  const checked = checkText(raw, MAX_TEXT_LENGTH);
  if (!("value" in checked)) return checked;
  const value = checked.value.trim();
  return value === "" || URL_FORM.test(value) ? { value } : refuse("not-a-url");
};

/** Parameter for an absolute URL or an empty text; unset by default. */
export const urlOrEmpty = (description: string, example: string): Parameter<string | undefined> => ({
  type: "string",
  description,
  default: null,
  documented: { maxLength: MAX_TEXT_LENGTH, example },
  resolve: resolveUrlOrEmpty,
});

const TRUE_WORDS: ReadonlySet<string> = new Set(["1", "true", "yes", "y", "on", "enable", "enabled"]);

/** True for values that mean yes. Source: rules/interface.md#loose-truth. */
export const isLooselyTrue = (raw: unknown): boolean =>
  raw === true ||
  (typeof raw === "number" && raw !== 0) ||
  (typeof raw === "string" && TRUE_WORDS.has(raw.trim().toLowerCase()));

const FALSE_WORDS: ReadonlySet<string> = new Set(["", "0", "false", "no", "n", "off", "disable", "disabled"]);

/** Parameter for a loose boolean: any word that does not mean yes means no. */
export const looseFlag = (declared: Declared): Parameter<boolean | undefined> => ({
  ...declared,
  resolve: (raw) => {
    if (typeof raw === "object") return refuse("not-a-scalar");
    const value = isLooselyTrue(raw);
    const isWord = value || typeof raw !== "string" || FALSE_WORDS.has(raw.trim().toLowerCase());
    return isWord ? { value } : { value, adjustments: [{ reason: "not-true-or-false" }] };
  },
});

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

/** Converts a value like a declared boolean does; `undefined` if it is not one. Source: rules/interface.md#type-coercion. */
export const toBoolean = (raw: unknown): boolean | undefined =>
  BOOLEANS.get(typeof raw === "string" ? raw.toLowerCase() : raw);

/**
 * Parameter for a boolean whose published default is not applied.
 * Source: rules/description.md#published-defaults.
 */
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
