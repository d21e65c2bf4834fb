import type { Problem, ProblemReason } from "../errors.ts";
import type { JsonValue } from "../model/json.ts";
import { hasTooManyMarks, isBlank } from "../model/text/characters.ts";
import type { Documented, Parameter, Resolution } from "../parameter.ts";

/**
 * Maximum length of a name in characters. Characters are code points in NFC, also in the two constants below.
 * Source: rules/interface.md#text-values.
 */
export const MAX_NAME_LENGTH = 1_000;
export const MAX_TEXT_LENGTH = 100_000;
export const MAX_SEARCH_LENGTH = 200;

/** Returns the result of a validator that refuses a value. `values` are inserted into the message. */
export const refuse = (reason: ProblemReason, values?: Problem["values"]): { readonly problem: Problem } => ({
  problem: values === undefined ? { reason } : { reason, values },
});

/** Members that the caller declares for a parameter; all functions in this file accept them. */
export interface Declared {
  readonly description: string;
  readonly required?: boolean;
  readonly default?: JsonValue;
  readonly documented?: Documented;
}

/**
 * Maximum number of characters of a number as text. Longer texts are refused without parsing; no finite
 * number needs more.
 */
const MAX_NUMBER_LENGTH = 400;

/**
 * Converts a value to a number in the same way as a parameter of the type `number`.
 * A text may have blanks around the number, a sign, a decimal point and an exponent. Returns `undefined` for
 * any other value. Takes linear time.
 * Source: rules/interface.md#type-coercion.
 */
export const toNumber = (raw: unknown): number | undefined => {
  if (typeof raw === "number") return Number.isFinite(raw) ? raw : undefined;
  if (typeof raw === "string" && raw.length > MAX_NUMBER_LENGTH) return undefined;
  if (typeof raw !== "string" || !/^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i.test(raw)) return undefined;
  const number = Number(raw);
  return Number.isFinite(number) ? number : undefined;
};

/**
 * Converts a number or text to an integer from 1 to 2^53 - 1. Returns `undefined` for other values
 * (rules/interface.md#ids-in-paths).
 */
export const toPositiveInteger = (raw: unknown): number | undefined => {
  const number = toNumber(raw);
  return number !== undefined && Number.isSafeInteger(number) && number > 0 ? number : undefined;
};

/**
 * Creates a parameter for a positive integer. A number above `maximum` is reduced to `maximum`.
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
 * Creates a parameter for a boolean. It has no validator of its own; the parser coerces and checks the value.
 * Source: rules/interface.md#type-coercion.
 */
export const flag = (declared: Declared): Parameter<boolean | undefined> => ({
  type: "boolean",
  ...declared,
});

/** Creates a parameter for a boolean with a default value. */
export const flagOr = (declared: Declared & { readonly default: boolean }): Parameter<boolean> => ({
  type: "boolean",
  ...declared,
});

/**
 * Matches characters that no stored text may contain: lone surrogates and NUL. Many programs treat NUL as the
 * end of a text.
 */
const UNSTORABLE = /\p{Surrogate}|\0/u;

/**
 * Maximum number of UTF-16 code units that NFC combines into one character. Longer texts are refused before
 * they are normalized.
 */
const MAX_CODE_UNITS = 4;

/**
 * Checks a text of at most `maximum` characters and returns it in NFC, its stored form. Refuses other types,
 * `UNSTORABLE` characters and too many combining marks (rules/interface.md#text-values).
 */
export const checkText = (raw: unknown, maximum: number): Resolution<string> => {
  if (typeof raw !== "string") return refuse("not-a-string");
  if (raw.length > maximum * MAX_CODE_UNITS) return refuse("too-long", { maximum });
  if (UNSTORABLE.test(raw) || hasTooManyMarks(raw)) return refuse("invalid-text");
  const value = raw.normalize("NFC");
  return value.length > maximum && [...value].length > maximum ? refuse("too-long", { maximum }) : { value };
};

/**
 * Returns a validator for texts. It refuses blank texts and the text `"0"`. Source:
 * rules/interface.md#validators.
 */
export const resolveText =
  (maximum: number) =>
  (raw: unknown): Resolution<string> => {
    const checked = checkText(raw, maximum);
    return "value" in checked && (isBlank(checked.value) || checked.value === "0")
      ? refuse("empty")
      : checked;
  };

/**
 * Members of a declaration of a text, except the description. `maximum` is the maximum length in characters.
 */
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

/**
 * Creates a parameter like `text`, except that a client can clear the field with a text of only white space,
 * which becomes `""`.
 * Source: rules/events.md#event-fields.
 */
export const clearableText: TextMaker<string | undefined> = textBy(
  (maximum) => (raw) =>
    typeof raw === "string" && raw.trim() === "" ? { value: "" } : resolveText(maximum)(raw),
);

/**
 * Creates a parameter for a text that may be empty. The values 0 and false count as empty. These two values
 * can only occur in the data of a venue or organizer inside an event.
 * Source: rules/interface.md#validators.
 */
export const textOrEmpty: TextMaker<string | undefined> = textBy(
  (maximum) => (raw) => (raw === 0 || raw === false ? { value: "" } : checkText(raw, maximum)),
  { default: null },
);

/**
 * Matches a URL: scheme, optional user, host (name or address in brackets), optional port, path and
 * everything after it.
 */
const URL_FORM =
  /^(https?|ftp):\/\/(?:[^\s/?#@"<>]*@)?(?:\[[\da-f:.]+\]|[^\s/?#@:[\]"<>\\^`{|}]+)(:\d{1,5})?([/?#]\S*)?$/i;

/**
 * Validator that accepts an empty text, or an absolute URL with a scheme and a host. Checks only the form and
 * requests nothing.
 * Refuses schemes other than `http`, `https` and `ftp`, because clients use the URL in links.
 */
export const resolveUrlOrEmpty = (raw: unknown): Resolution<string> => {
  const checked = checkText(raw, MAX_TEXT_LENGTH);
  if (!("value" in checked)) return checked;
  const value = checked.value.trim();
  return value === "" || URL_FORM.test(value) ? { value } : refuse("not-a-url");
};

/** Creates a parameter for an absolute URL or an empty text: see `resolveUrlOrEmpty`. It has no default. */
export const urlOrEmpty = (description: string, example: string): Parameter<string | undefined> => ({
  type: "string",
  description,
  default: null,
  documented: { maxLength: MAX_TEXT_LENGTH, example },
  resolve: resolveUrlOrEmpty,
});

const TRUE_WORDS: ReadonlySet<string> = new Set(["1", "true", "yes", "y", "on", "enable", "enabled"]);

/**
 * True for `true`, for numbers other than 0, and for words such as `yes`, `on` and `1` (`TRUE_WORDS`). False
 * for all other values.
 * Source: rules/interface.md#loose-truth.
 */
export const isLooselyTrue = (raw: unknown): boolean =>
  raw === true ||
  (typeof raw === "number" && raw !== 0) ||
  (typeof raw === "string" && TRUE_WORDS.has(raw.trim().toLowerCase()));

const FALSE_WORDS: ReadonlySet<string> = new Set(["", "0", "false", "no", "n", "off", "disable", "disabled"]);

/**
 * Creates a parameter for a boolean that accepts any scalar: see `isLooselyTrue`. A text in neither
 * `TRUE_WORDS` nor `FALSE_WORDS` is false, and an adjustment reports this.
 */
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

/**
 * Converts a value to a boolean in the same way as a parameter of the type `boolean`. Returns `undefined` for
 * values that it does not accept. Source: rules/interface.md#type-coercion.
 */
export const toBoolean = (raw: unknown): boolean | undefined =>
  BOOLEANS.get(typeof raw === "string" ? raw.toLowerCase() : raw);

/**
 * Creates a parameter for a boolean whose documented default is not applied. If the client does not send it,
 * its value is `undefined`.
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
