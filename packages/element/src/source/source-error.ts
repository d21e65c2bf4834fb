export type SourceErrorKind = "unreachable" | "tooSlow" | "refused" | "failed" | "unreadable";

/** Why there is nothing to show. */
export class SourceError extends Error {
  readonly kind: SourceErrorKind;
  /** Of the answer, if there is one. */
  readonly status: number | undefined;

  /** `message`: what the server says of it, not cleaned; may be empty. */
  constructor(kind: SourceErrorKind, status?: number, message = "") {
    super(message);
    this.name = "SourceError";
    this.kind = kind;
    this.status = status;
  }
}
