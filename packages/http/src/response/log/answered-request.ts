/** What is known of a request when its answer is handed over to be sent. */
export interface AnsweredRequest {
  /** The effective method, which need not be the one of the request line. */
  readonly method: string;
  /**
   * Which route answered, as a path below the place where the calendar is mounted and the segment of a locale, with names for what
   * differs, such as `/wp-json/tribe/events/v1/events/{id}`; absent where none did.
   */
  readonly route?: string;
  /** Of the answer. */
  readonly status: number;
  /** How long the answer took to be made. */
  readonly milliseconds: number;
  /** How long of that the request waited for the store; what runs side by side counts once. */
  readonly storeMilliseconds?: number;
  /** The `X-Request-Id` of the answer. */
  readonly requestId: string;
  /** Of the trace that the request is part of, as version 00 of W3C Trace Context; absent: it names none. */
  readonly traceparent?: string | undefined;
}
