import type { ImageRefusal, RefusedImage } from "@kalends/core";

/** Ends the work on an image; its callers answer the refusal. */
export class Refused extends Error {
  readonly image: RefusedImage;

  constructor(refusal: ImageRefusal, rest: Omit<RefusedImage, "refusal"> = {}) {
    super(refusal);
    this.name = "Refused";
    this.image = { refusal, ...rest };
  }
}

/** What OpenSSL says of certificates, and Node of TLS. */
const INSECURE =
  /^(EPROTO$|ERR_TLS_|ERR_SSL_|CERT_|CRL_|DEPTH_ZERO_|ERROR_IN_C|HOSTNAME_MISMATCH|INVALID_|PATH_LENGTH_|SELF_SIGNED_|UNABLE_TO_)/;
/** What the parser of HTTP says. */
const NOT_HTTP = /^HPE_/;

/** What the other side did, as far as it explains the error; `undefined` when the error is one of ours. */
export const toRefusedImage = (error: unknown): RefusedImage | undefined => {
  if (error instanceof Refused) return error.image;
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  const code = String(error.code);
  if (INSECURE.test(code)) return { refusal: "image-host-insecure" };
  return { refusal: NOT_HTTP.test(code) ? "image-wrong-answer" : "image-host-silent" };
};
