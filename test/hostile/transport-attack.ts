/** Bytes on the wire and the answers that will do. */
export interface TransportAttack {
  readonly what: string;
  /** `POST /venues` by default. */
  readonly line?: string;
  /** In addition to the host, the credentials of an administrator and the length of the body. */
  readonly headers?: readonly string[];
  readonly body?: string | Uint8Array;
  readonly statuses: readonly number[];
  readonly code?: string;
  /** The only parameter that a `rest_invalid_param` names. */
  readonly names?: string;
  /** A wrong password for what could be a name: that it was tried is counted in the store. */
  readonly isCounted?: boolean;
}
