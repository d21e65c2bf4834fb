export type SourceErrorKind = "unreachable" | "tooSlow" | "refused" | "failed" | "unreadable";

/** Error that explains why no events can be shown. */
export class SourceError extends Error {
  readonly kind: SourceErrorKind;
  /**
   * HTTP status of the response; `undefined` if no response arrived or its JSON object has no list of events.
   */
  readonly status: number | undefined;

  /** `message`: error message of the server, not sanitized; may be empty. */
  constructor(kind: SourceErrorKind, status?: number, message = "") {
    super(message);
    this.name = "SourceError";
    this.kind = kind;
    this.status = status;
  }
}
