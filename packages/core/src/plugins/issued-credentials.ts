/** The part of a plugin that can revoke what callers have created with an application password. */
export interface IssuedCredentials {
  /** Plural noun for messages, such as `API keys`. */
  readonly name: string;
  /** Revokes all that this application password has created, and returns how many. May be called again with the same id. */
  revokeMadeWith(credentialId: string): Promise<number>;
}
