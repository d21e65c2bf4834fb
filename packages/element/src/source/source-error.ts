export type SourceErrorKind = "unreachable" | "tooSlow" | "refused" | "failed" | "unreadable";

/** Reason why no events can be shown. */
export class SourceError extends Error {
  readonly kind: SourceErrorKind;
  /** Status of the response, if there is one. */
  readonly status: number | undefined;

  /** `message`: error message of the server, not sanitized; may be empty. */
  constructor(kind: SourceErrorKind, status?: number, message = "") {
    super(message);
    this.name = "SourceError";
    this.kind = kind;
    this.status = status;
  }
}
