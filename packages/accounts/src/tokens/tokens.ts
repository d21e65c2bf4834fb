import { randomInt, timingSafeEqual } from "node:crypto";
import type { StoredCredential } from "@kalends/core/storage";
import { digestOf } from "./secrets.ts";

const TOKEN = /^([A-Za-z0-9]{1,64})\.([\w-]{43})$/;
const PREFIX = "sha256$";
const LETTERS_AND_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Returns cryptographically random letters and digits, with nearly 6 bits each. */
export const randomLettersAndDigits = (length: number): string =>
  Array.from({ length }, () => LETTERS_AND_DIGITS.charAt(randomInt(LETTERS_AND_DIGITS.length))).join("");

/** Returns a random id of 16 letters and digits. Ids of this length are unique without a check. */
export const newCredentialId = (): string => randomLettersAndDigits(16);

/**
 * Returns the form in which a secret is stored. A random secret of 256 bits needs neither a salt nor a slow
 * hash.
 */
export const hashSecret = (secret: string): string => PREFIX + digestOf(secret);

interface PresentedToken {
  readonly id: string;
  readonly secret: string;
}

/** Parses an API token `id.secret`. Returns `undefined` if the text has another form. */
export const readToken = (text: string): PresentedToken | undefined => {
  const [, id, secret] = TOKEN.exec(text) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
};

/** Returns the credential that matches a token, if any. Compares secrets in constant time. */
export const findToken = (
  { id, secret }: PresentedToken,
  credentials: readonly StoredCredential[],
): StoredCredential | undefined => {
  const kept = credentials.find((credential) => credential.id === id && credential.kind === "token");
  const presented = Buffer.from(hashSecret(secret));
  const expected = Buffer.from(kept?.hash ?? "");
  return expected.length === presented.length && timingSafeEqual(expected, presented) ? kept : undefined;
};
