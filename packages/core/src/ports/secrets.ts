/** Generator of secrets that cannot be guessed, such as keys and tokens. Only their hashes are stored. */
export interface Secrets {
  /** Returns 256 random bits as base64url (43 characters), and their SHA-256 in the same form. */
  create(): { readonly secret: string; readonly hash: string };
  /** True if the hash belongs to the secret. Compares in constant time. */
  matches(secret: string, hash: string): boolean;
}
