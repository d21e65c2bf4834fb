/** Secrets that are too long to be guessed, such as keys and tokens, of which a hash is kept. */
export interface Secrets {
  /** 256 random bits as base64url, 43 characters, and their SHA-256 in the same form. */
  create(): { readonly secret: string; readonly hash: string };
  /** Whether the hash is that of the secret; how long it takes does not say where they differ. */
  matches(secret: string, hash: string): boolean;
}
