/** Port to the current time. Domain code must not read the time in any other way. */
export interface Clock {
  /**
   * Returns the milliseconds since 1970-01-01T00:00:00Z. Pass `"day"` if the caller's result stays the same
   * for the complete UTC day; it can then be cached until midnight.
   */
  now(precision?: "day"): number;
}
