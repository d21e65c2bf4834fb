/**
 * Way to revoke everything that callers have created with an application password, such as keys and webhooks.
 * For this, store `madeWithOf(actor)` with each item, and show the label of the password.
 */
export interface IssuedCredentials {
  /** Plural noun for messages, such as `API keys`. */
  readonly name: string;
  /**
   * Revokes everything that was created with the application password with this id. Returns the number of
   * revoked items. `changeAll` does this for a collection.
   * `kalends user revoke`, `kalends user remove` and `kalends erase` call it after they have removed the
   * password, possibly more than once.
   */
  revokeMadeWith(credentialId: string): Promise<number>;
}
