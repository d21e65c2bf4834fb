/** Bytes to send, and the accepted responses. */
export interface TransportAttack {
  readonly what: string;
  /** Request line; `POST /venues` by default. */
  readonly line?: string;
  /** Headers in addition to the host, an administrator's credentials and the length of the body. */
  readonly headers?: readonly string[];
  readonly body?: string | Uint8Array;
  readonly statuses: readonly number[];
  readonly code?: string;
  /** The only parameter that a `rest_invalid_param` error names. */
  readonly names?: string;
  /** True if the attack tries a wrong password for a possible user name, which the store counts. */
  readonly isCounted?: boolean;
}
