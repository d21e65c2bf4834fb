import { createHash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import type { StoredCredential } from "@kalends/core/storage";

const SECRET_BYTES = 32;
const TOKEN = /^([A-Za-z0-9]{1,64})\.([\w-]{43})$/;
const PREFIX = "sha256$";
const LETTERS_AND_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Unpredictable letters and digits: nearly 6 bits each. */
export const randomLettersAndDigits = (length: number): string =>
  Array.from({ length }, () => LETTERS_AND_DIGITS.charAt(randomInt(LETTERS_AND_DIGITS.length))).join("");

/** 16 letters and digits: unique without a look at the others. */
export const newCredentialId = (): string => randomLettersAndDigits(16);

/** A new 256-bit secret. Source: rules/rights.md#api-tokens. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString("base64url");

/** What is kept of a secret; as random as this, it needs no salt and no slowness. */
export const hashSecret = (secret: string): string =>
  PREFIX + createHash("sha256").update(secret).digest("base64url");

interface PresentedToken {
  readonly id: string;
  readonly secret: string;
}

/** An API token `id.secret`; `undefined` when the text cannot be one. */
export const readToken = (text: string): PresentedToken | undefined => {
  const [, id, secret] = TOKEN.exec(text) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
};

/** Returns the credential that this token is, if it is one of them; compared in constant time. */
export const findToken = (
  { id, secret }: PresentedToken,
  credentials: readonly StoredCredential[],
): StoredCredential | undefined => {
  const kept = credentials.find((credential) => credential.id === id && credential.kind === "token");
  const presented = Buffer.from(hashSecret(secret));
  const expected = Buffer.from(kept?.hash ?? "");
  return expected.length === presented.length && timingSafeEqual(expected, presented) ? kept : undefined;
};
