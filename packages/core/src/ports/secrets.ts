/** Secrets that are too long to guess, such as keys and tokens. Store the hash only. */
export interface Secrets {
  /** Returns 256 random bits as base64url (43 characters) and their SHA-256 in the same form. */
  create(): { readonly secret: string; readonly hash: string };
  /** True if the hash is that of the secret. Takes constant time. */
  matches(secret: string, hash: string): boolean;
}
