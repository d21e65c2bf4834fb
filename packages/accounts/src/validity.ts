import { type CalendarError, invalidParameter, type Problem } from "@kalends/core";
import { foldText } from "@kalends/core/storage";

const BLANKS = /\s+/gu;
/** Basic credentials end the name at the first colon. */
const NOT_IN_NAMES = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}:]|^\s|\s$/u;
const NOT_IN_PROFILES = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;
const EMAIL = /^([^\s@]+@[^\s@]+)?$/u;

type Validated = "name" | "password" | "displayName" | "email";
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

/** Lengths are in characters. Source: rules/rights.md#account-names, rules/rights.md#application-passwords. */
const RULES: Readonly<Record<Validated, readonly Rule[]>> = {
  name: [[(text) => foldText(text).trim() === "", { reason: "empty" }], atMost(60), without(NOT_IN_NAMES)],
  // Without its blanks; more would not fit into the headers of a request.
  password: [[(text) => text === "", { reason: "empty" }], atLeast(8), atMost(1_000)],
  displayName: [atMost(1_000), without(NOT_IN_PROFILES)],
  // Source: RFC 5321 section 4.5.3.1.
  email: [atMost(254), without(NOT_IN_PROFILES), [(text) => !EMAIL.test(text), { reason: "not-acceptable" }]],
};

/** Why no account can have one of these, the first that is wrong; passwords are looked at as `toPlainPassword` makes them. */
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

/** What of a password counts: everything but its blanks. */
export const toPlainPassword = (password: string): string => password.normalize("NFC").replace(BLANKS, "");

/** A part of a profile as it is kept: without outer blanks; letters composed. */
export const toPlain = (text: string | undefined): string | undefined => text?.trim().normalize("NFC");
