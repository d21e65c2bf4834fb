import type { Problem, ProblemReason } from "../errors.ts";
import type { JsonValue } from "../model/json.ts";
import { hasTooManyMarks, isBlank } from "../model/text/characters.ts";
import type { Documented, Parameter, Resolution } from "../parameter.ts";

/** Longest texts accepted, in characters (code points, in NFC). Source: rules/interface.md#text-values. */
export const MAX_NAME_LENGTH = 1_000;
export const MAX_TEXT_LENGTH = 100_000;
export const MAX_SEARCH_LENGTH = 200;

/** What a validator answers instead of a value; `values` are those that the message mentions. */
export const refuse = (reason: ProblemReason, values?: Problem["values"]): { readonly problem: Problem } => ({
  problem: values === undefined ? { reason } : { reason, values },
});

/** What every declaration says; the rest comes with its kind. */
export interface Declared {
  readonly description: string;
  readonly required?: boolean;
  readonly default?: JsonValue;
  readonly documented?: Documented;
}

/** Characters of a number as text: more than any finite one needs. */
const MAX_NUMBER_LENGTH = 400;

/**
 * What a declared number accepts: also a text with blanks around it, sign, decimal point and exponent; `undefined`
 * for anything else. Takes time in proportion to the length. Source: rules/interface.md#type-coercion.
 */
export const toNumber = (raw: unknown): number | undefined => {
  if (typeof raw === "number") return Number.isFinite(raw) ? raw : undefined;
  if (typeof raw === "string" && raw.length > MAX_NUMBER_LENGTH) return undefined;
  if (typeof raw !== "string" || !/^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i.test(raw)) return undefined;
  const number = Number(raw);
  return Number.isFinite(number) ? number : undefined;
};

/** A whole number from 1 to 2^53 - 1, also as text; `undefined` for anything else (rules/interface.md#ids-in-paths). */
export const toPositiveInteger = (raw: unknown): number | undefined => {
  const number = toNumber(raw);
  return number !== undefined && Number.isSafeInteger(number) && number > 0 ? number : undefined;
};

/** Greater numbers count as `most`. Source: rules/interface.md#validators. */
export const positiveInteger = (
  declared: Declared & { readonly default: JsonValue },
  most: number = Number.POSITIVE_INFINITY,
): Parameter<number> => ({
  type: "integer",
  ...declared,
  documented: { minimum: 1, ...declared.documented },
  resolve: (raw) => {
    const value = toPositiveInteger(raw);
    return value === undefined ? refuse("not-a-positive-integer") : { value: Math.min(value, most) };
  },
});

/** Coerced and checked by the parser only. Source: rules/interface.md#type-coercion. */
export const flag = (declared: Declared): Parameter<boolean | undefined> => ({
  type: "boolean",
  ...declared,
});

/** As `flag`, with a default for absence. */
export const flagOr = (declared: Declared & { readonly default: boolean }): Parameter<boolean> => ({
  type: "boolean",
  ...declared,
});

/** What no text may hold: halves of characters, and the character that ends texts in many programs. */
const UNSTORABLE = /\p{Surrogate}|\0/u;

/** UTF-16 units that one character can be written with before NFC composes it. */
const LONGEST_CHARACTER = 4;

/** A text as it is stored, in NFC. Every text on its way in comes through here (rules/interface.md#text-values). */
export const checkText = (raw: unknown, maximum: number): Resolution<string> => {
  if (typeof raw !== "string") return refuse("not-a-string");
  if (raw.length > maximum * LONGEST_CHARACTER) return refuse("too-long", { maximum });
  if (UNSTORABLE.test(raw) || hasTooManyMarks(raw)) return refuse("invalid-text");
  const value = raw.normalize("NFC");
  return value.length > maximum && [...value].length > maximum ? refuse("too-long", { maximum }) : { value };
};

/** Neither blank nor `"0"`. Source: rules/interface.md#validators. */
export const resolveText =
  (maximum: number) =>
  (raw: unknown): Resolution<string> => {
    const checked = checkText(raw, maximum);
    return "value" in checked && (isBlank(checked.value) || checked.value === "0")
      ? refuse("empty")
      : checked;
  };

/** What a declaration of a text says besides its description; `maximum` in characters. */
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

/** As `text`, but blank clears it. Source: rules/events.md#event-fields. */
export const clearableText: TextMaker<string | undefined> = textBy(
  (maximum) => (raw) =>
    typeof raw === "string" && raw.trim() === "" ? { value: "" } : resolveText(maximum)(raw),
);

/**
 * A text that may be empty; zero and false are empty too, which only inline data can send past the declared type.
 * Source: rules/interface.md#validators.
 */
export const textOrEmpty: TextMaker<string | undefined> = textBy(
  (maximum) => (raw) => (raw === 0 || raw === false ? { value: "" } : checkText(raw, maximum)),
  { default: null },
);

/** A scheme, perhaps a user, a host (a name, or an address in brackets), perhaps a port, a path and more. */
const URL_FORM =
  /^(https?|ftp):\/\/(?:[^\s/?#@"<>]*@)?(?:\[[\da-f:.]+\]|[^\s/?#@:[\]"<>\\^`{|}]+)(:\d{1,5})?([/?#]\S*)?$/i;

/**
 * Empty, or an absolute URL with a scheme and a host; checked by its form, never fetched. Other schemes than `http`,
 * `https` and `ftp` are refused: clients put the text into links.
 */
export const resolveUrlOrEmpty = (raw: unknown): Resolution<string> => {
  const checked = checkText(raw, MAX_TEXT_LENGTH);
  if (!("value" in checked)) return checked;
  const value = checked.value.trim();
  return value === "" || URL_FORM.test(value) ? { value } : refuse("not-a-url");
};

/** Such an address; unset by default. */
export const urlOrEmpty = (description: string, example: string): Parameter<string | undefined> => ({
  type: "string",
  description,
  default: null,
  documented: { maxLength: MAX_TEXT_LENGTH, example },
  resolve: resolveUrlOrEmpty,
});

const TRUE_WORDS: ReadonlySet<string> = new Set(["1", "true", "yes", "y", "on", "enable", "enabled"]);

/** Source: rules/interface.md#loose-truth. */
export const isLooselyTrue = (raw: unknown): boolean =>
  raw === true ||
  (typeof raw === "number" && raw !== 0) ||
  (typeof raw === "string" && TRUE_WORDS.has(raw.trim().toLowerCase()));

const FALSE_WORDS: ReadonlySet<string> = new Set(["", "0", "false", "no", "n", "off", "disable", "disabled"]);

/** A scalar read by loose truth: any word that does not say yes says no. */
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

/** What a declared boolean accepts; `undefined` for anything else. Source: rules/interface.md#type-coercion. */
export const toBoolean = (raw: unknown): boolean | undefined =>
  BOOLEANS.get(typeof raw === "string" ? raw.toLowerCase() : raw);

/** A flag whose published default does not count. Source: rules/description.md#published-defaults. */
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
