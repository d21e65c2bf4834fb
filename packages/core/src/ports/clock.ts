/** Only source of the current time. */
export interface Clock {
  /**
   * Returns milliseconds since 1970-01-01T00:00:00Z. `precision` "day" means that the caller's result is the
   * same for the whole UTC day.
   */
  now(precision?: "day"): number;
}
