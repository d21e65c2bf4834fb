/** Request as bytes, and the statuses that its response may have. */
export interface TransportAttack {
  readonly what: string;
  /** Request line. Default `POST /venues`. */
  readonly line?: string;
  /** Headers in addition to `Host`, the credentials of an administrator and `Content-Length`. */
  readonly headers?: readonly string[];
  readonly body?: string | Uint8Array;
  readonly statuses: readonly number[];
  readonly code?: string;
  /** Only parameter that the `rest_invalid_param` error may name. */
  readonly names?: string;
  /**
   * True if the attack sends a wrong password for a user name that may exist. The storage counts such
   * failures, so it changes.
   */
  readonly isCounted?: boolean;
}
