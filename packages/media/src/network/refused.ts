import type { FetchRefusal } from "@kalends/core";

type Reason = Exclude<FetchRefusal, "unreachable">;

/** Error that ends a request to another server. Callers receive its reason. */
export class Refused extends Error {
  readonly reason: Reason;
  /** Status of a response that switches the protocol; `undefined` for all other reasons. */
  readonly status: number | undefined;

  constructor(reason: Reason, status?: number) {
    super(reason);
    this.name = "Refused";
    this.reason = reason;
    this.status = status;
  }
}

/** Error codes of OpenSSL for certificates, and of Node for TLS. */
const INSECURE =
  /^(EPROTO$|ERR_TLS_|ERR_SSL_|CERT_|CRL_|DEPTH_ZERO_|ERROR_IN_C|HOSTNAME_MISMATCH|INVALID_|PATH_LENGTH_|SELF_SIGNED_|UNABLE_TO_)/;
/** Matches error codes of Node's HTTP parser. */
const NOT_HTTP = /^HPE_/;

/** Returns the reason if the other server caused the error. Returns `undefined` for all other errors. */
export const toReason = (error: unknown): Reason | undefined => {
  if (error instanceof Refused) return error.reason;
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  const code = String(error.code);
  if (INSECURE.test(code)) return "host-insecure";
  return NOT_HTTP.test(code) ? "wrong-answer" : "host-silent";
};
