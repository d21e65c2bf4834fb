import { createHash, randomBytes } from "node:crypto";

/** Secret that is shown once, and the digest that is stored. */
export interface NewSecret {
  /** 256 random bits in base64url. */
  readonly secret: string;
  readonly digest: string;
}

const SECRET = /^[\w-]{43}$/;

/** Returns the SHA-256 of a secret, in base64url. */
export const digestOf = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

/**
 * Returns a new 256-bit secret.
 * Source: rules/rights.md#api-tokens.
 */
export const createSecret = (): NewSecret => {
  const secret = randomBytes(32).toString("base64url");
  return { secret, digest: digestOf(secret) };
};

/** Returns the digest of a text that has the form of a secret; `undefined` for any other text. */
export const digestOfGiven = (text: string): string | undefined =>
  SECRET.test(text) ? digestOf(text) : undefined;
