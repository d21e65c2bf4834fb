/** The only source of "now". */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. `precision`: what the caller makes of it is the same for the whole UTC day. */
  now(precision?: "day"): number;
}
