/**
 * Revocation of everything that callers created with an application password, such as keys and webhooks. Store `madeWithOf(actor)` with each, and show
 * its label.
 */
export interface IssuedCredentials {
  /** Plural noun for messages, such as `API keys`. */
  readonly name: string;
  /**
   * Revokes everything that the application password with this id created, and returns how many. `changeAll` does this for a collection. Called after the
   * password is gone, by `kalends user revoke`, `kalends user remove` and `kalends erase`; may be called again.
   */
  revokeMadeWith(credentialId: string): Promise<number>;
}
