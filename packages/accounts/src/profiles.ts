import { type AccountProfile, type CalendarError, invalidParameter } from "@kalends/core";

/** Source: 90-decisions P25. */
const MAX_NAME = 1_000;
/** Source: RFC 5321 section 4.5.3.1. */
const MAX_EMAIL = 254;
const FORBIDDEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;
const EMAIL = /^[^\s@]+@[^\s@]+$/u;

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
export const profileProblem = ({
  displayName = "",
  email = "",
}: AccountProfile): CalendarError | undefined => {
  for (const [name, text, maximum] of [
    ["displayName", displayName, MAX_NAME],
    ["email", email, MAX_EMAIL],
  ] as const) {
    if ([...text].length > maximum)
      return invalidParameter(name, { reason: "too-long", values: { maximum } });
    if (FORBIDDEN.test(text)) return invalidParameter(name, { reason: "invalid-text" });
  }
  return email === "" || EMAIL.test(email)
    ? undefined
    : invalidParameter("email", { reason: "not-acceptable" });
};
