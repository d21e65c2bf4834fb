import type { FetchRefusal } from "@kalends/core";

type Reason = Exclude<FetchRefusal, "unreachable">;

/** Ends a request to another server; callers answer the reason. */
export class Refused extends Error {
  readonly reason: Reason;
  /** That of an answer which changes the protocol. */
  readonly status: number | undefined;

  constructor(reason: Reason, status?: number) {
    super(reason);
    this.name = "Refused";
    this.reason = reason;
    this.status = status;
  }
}

/** What OpenSSL says of certificates, and Node of TLS. */
const INSECURE =
  /^(EPROTO$|ERR_TLS_|ERR_SSL_|CERT_|CRL_|DEPTH_ZERO_|ERROR_IN_C|HOSTNAME_MISMATCH|INVALID_|PATH_LENGTH_|SELF_SIGNED_|UNABLE_TO_)/;
/** What the parser of HTTP says. */
const NOT_HTTP = /^HPE_/;

/** What the other side did, as far as it explains the error; `undefined` when the error is one of ours. */
export const toReason = (error: unknown): Reason | undefined => {
  if (error instanceof Refused) return error.reason;
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  const code = String(error.code);
  if (INSECURE.test(code)) return "host-insecure";
  return NOT_HTTP.test(code) ? "wrong-answer" : "host-silent";
};
