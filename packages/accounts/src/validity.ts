import { type CalendarError, invalidParameter, type Problem } from "@kalends/core";
import { foldText } from "@kalends/core/storage";

const BLANKS = /\s+/gu;
/**
 * Characters that are not allowed in account names: control characters, unpaired surrogates, line separators,
 * blanks at either end, and the colon. In Basic credentials, a colon ends the name.
 */
const NOT_IN_NAMES = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}:]|^\s|\s$/u;
const NOT_IN_PROFILES = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;
const EMAIL = /^([^\s@]+@[^\s@]+)?$/u;

type Validated = "name" | "password" | "displayName" | "email" | "label";
type Rule = readonly [isBroken: (text: string) => boolean, problem: Problem];

const atLeast = (minimum: number): Rule => [
  (text) => [...text].length < minimum,
  { reason: "too-short", values: { minimum } },
];
const atMost = (maximum: number): Rule => [
  (text) => [...text].length > maximum,
  { reason: "too-long", values: { maximum } },
];
const without = (forbidden: RegExp): Rule => [(text) => forbidden.test(text), { reason: "invalid-text" }];

/**
 * Validation rules for each value. Lengths count characters. Source: rules/rights.md#account-names,
 * rules/rights.md#application-passwords.
 */
const RULES: Readonly<Record<Validated, readonly Rule[]>> = {
  name: [[(text) => foldText(text).trim() === "", { reason: "empty" }], atMost(60), without(NOT_IN_NAMES)],
  // Checked after removing blanks. A longer password would not fit into request headers.
  password: [[(text) => text === "", { reason: "empty" }], atLeast(8), atMost(1_000)],
  displayName: [atMost(1_000), without(NOT_IN_PROFILES)],
  label: [[(text) => text.trim() === "", { reason: "empty" }], atMost(200), without(NOT_IN_PROFILES)],
  // Source: RFC 5321 section 4.5.3.1.
  email: [atMost(254), without(NOT_IN_PROFILES), [(text) => !EMAIL.test(text), { reason: "not-acceptable" }]],
};

/**
 * Returns an error for the first invalid value, if any. Pass a password in the form that `toPlainPassword`
 * returns.
 */
export const problemOf = (
  values: Readonly<Partial<Record<Validated, string | undefined>>>,
): CalendarError | undefined => {
  for (const [name, rules] of Object.entries(RULES)) {
    const text = values[name as Validated];
    const broken = text === undefined ? undefined : rules.find(([isBroken]) => isBroken(text));
    if (broken !== undefined) return invalidParameter(name, broken[1]);
  }
  return undefined;
};

const SIGN_IN_PASSWORD: readonly Rule[] = [atLeast(12), atMost(1_000)];

/**
 * Returns the form in which a sign-in password is compared. Throws `rest_invalid_param` unless it has 12 to
 * 1,000 characters.
 * Source: rules/sign-in.md#sign-in-password.
 */
export const toValidSignInPassword = (password: string): string => {
  const plain = toPlainSignInPassword(password);
  const broken = SIGN_IN_PASSWORD.find(([isBroken]) => isBroken(plain));
  if (broken !== undefined) throw invalidParameter("password", broken[1]);
  return plain;
};

/** Returns a sign-in password in the Unicode form NFC. Blanks stay, because they are part of the password. */
export const toPlainSignInPassword = (password: string): string => password.normalize("NFC");

/**
 * Returns an application password in the Unicode form NFC and without its blanks, which comparisons ignore.
 */
export const toPlainPassword = (password: string): string => password.normalize("NFC").replace(BLANKS, "");

/** Returns a profile text in its stored form: trimmed, and in the Unicode form NFC. */
export const toPlain = (text: string | undefined): string | undefined => text?.trim().normalize("NFC");
