/** Port that creates secrets, such as keys and tokens, which are too long to guess. Store only their hash. */
export interface Secrets {
  /**
   * Returns a new secret of 256 random bits, and its SHA-256 hash. Both are in base64url, with 43 characters.
   */
  create(): { readonly secret: string; readonly hash: string };
  /** True if the hash is that of the secret. The comparison takes constant time. */
  matches(secret: string, hash: string): boolean;
}
