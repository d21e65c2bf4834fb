/** Facts about a request, which are reported when its response is ready to be sent. */
export interface ReportedRequest {
  /** Effective HTTP method, which may differ from the one in the request line. */
  readonly method: string;
  /**
   * Path template of the route that responded, such as `/wp-json/tribe/events/v1/events/{id}`. It contains
   * neither the mount path nor a locale. Absent if no route matched.
   */
  readonly route?: string;
  /** HTTP status of the response. */
  readonly status: number;
  /** Milliseconds from the start of the request until the response was ready. */
  readonly milliseconds: number;
  /** Milliseconds of this time that were spent waiting for the store. Parallel waits count once. */
  readonly storeMilliseconds?: number;
  /** Header `X-Request-Id` of the response. */
  readonly requestId: string;
  /** Trace context of the request, as a W3C `traceparent` of version 00; absent if the request has none. */
  readonly traceparent?: string | undefined;
}
