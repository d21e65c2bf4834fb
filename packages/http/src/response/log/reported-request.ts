/** Facts about a request, reported when its response is ready to be sent. */
export interface ReportedRequest {
  /** Effective method, which may differ from the method of the request line. */
  readonly method: string;
  /**
   * Path template of the route that answered, such as `/wp-json/tribe/events/v1/events/{id}`: below the mount path
   * and locale segment, with names for the variable parts. Absent if no route matched.
   */
  readonly route?: string;
  /** Status of the response. */
  readonly status: number;
  /** Milliseconds from the start of the request until the response was ready. */
  readonly milliseconds: number;
  /** Milliseconds of this time spent waiting for the store; parallel waits count once. */
  readonly storeMilliseconds?: number;
  /** Value of `X-Request-Id` in the response. */
  readonly requestId: string;
  /** Trace of the request, as a W3C `traceparent` of version 00; absent if the request has none. */
  readonly traceparent?: string | undefined;
}
