/** Only source of the current time. */
export interface Clock {
  /** Returns milliseconds since 1970-01-01T00:00:00Z. Pass `"day"` if the result of the caller is the same for the complete UTC day. */
  now(precision?: "day"): number;
}
