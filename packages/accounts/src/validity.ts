import {
  type AccountProfile,
  type CalendarError,
  foldText,
  invalidParameter,
  type Problem,
} from "@kalends/core";

const MAX_NAME = 60;
/** Basic credentials end the name at the first colon. */
const NOT_IN_NAMES = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}:]/u;

/** Source: 90-decisions P8. */
const MIN_PASSWORD = 8;
/** More would not fit into the headers of a request. */
const MAX_PASSWORD = 1_000;
const BLANKS = /\s+/gu;

/** Source: 90-decisions P25. */
const MAX_DISPLAY_NAME = 1_000;
/** Source: RFC 5321 section 4.5.3.1. */
const MAX_EMAIL = 254;
const NOT_IN_PROFILES = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;
const EMAIL = /^[^\s@]+@[^\s@]+$/u;

/** An error about one of the values, if any of the checks, each a pair of whether it is wrong and how, says so. */
const firstProblem = (
  name: string,
  ...checks: readonly (readonly [isWrong: boolean, problem: Problem])[]
): CalendarError | undefined => {
  const found = checks.find(([isWrong]) => isWrong);
  return found && invalidParameter(name, found[1]);
};

const tooLong = (text: string, maximum: number): readonly [boolean, Problem] => [
  [...text].length > maximum,
  { reason: "too-long", values: { maximum } },
];

/** Why nobody can be called this; `undefined` for a fine name: 1 to 60 characters, no colon, no control characters. */
export const nameProblem = (name: string): CalendarError | undefined =>
  firstProblem(
    "name",
    [name.trim() === "" || foldText(name).trim() === "", { reason: "empty" }],
    tooLong(name, MAX_NAME),
    [NOT_IN_NAMES.test(name) || name !== name.trim(), { reason: "invalid-text" }],
  );

/** What of a password counts: everything but its blanks. */
export const toPlainPassword = (password: string): string => password.normalize("NFC").replace(BLANKS, "");

/** Why a password cannot be had; `undefined` for a fine one: 8 to 1,000 characters, blanks not counted. */
export const passwordProblem = (password: string): CalendarError | undefined => {
  const plain = toPlainPassword(password);
  return firstProblem(
    "password",
    [plain === "", { reason: "empty" }],
    [[...plain].length < MIN_PASSWORD, { reason: "too-short", values: { minimum: MIN_PASSWORD } }],
    tooLong(plain, MAX_PASSWORD),
  );
};

/** Without outer blanks; letters composed. */
const plain = (text: string | undefined): string | undefined => text?.trim().normalize("NFC");

/** The profile as it is kept. */
export const toPlainProfile = ({ displayName, email }: AccountProfile): AccountProfile => ({
  displayName: plain(displayName),
  email: plain(email),
});

/**
 * Why nobody can have this profile; `undefined` for a fine one: a name of at most 1,000 characters, an address of the form
 * `somebody@example.org`, neither with control characters.
 */
export const profileProblem = ({ displayName = "", email = "" }: AccountProfile): CalendarError | undefined =>
  firstProblem("displayName", tooLong(displayName, MAX_DISPLAY_NAME), [
    NOT_IN_PROFILES.test(displayName),
    { reason: "invalid-text" },
  ]) ??
  firstProblem(
    "email",
    tooLong(email, MAX_EMAIL),
    [NOT_IN_PROFILES.test(email), { reason: "invalid-text" }],
    [email !== "" && !EMAIL.test(email), { reason: "not-acceptable" }],
  );
