import type { Sent } from "./client.ts";

/** A request that must be refused without changing the store. */
export interface BadCase {
  readonly what: string;
  /** Method; POST by default. */
  readonly method?: string;
  readonly path: string;
  readonly sent?: Sent;
  /** Status of the response; 400 by default. */
  readonly status?: number;
  /** Error code; `rest_invalid_param` by default. */
  readonly code?: string;
  /** Parameter that the response names. */
  readonly names?: string;
}

export const rawJson = (raw: string | Uint8Array): Sent => ({
  raw,
  headers: { "content-type": "application/json" },
});

export const DATES = { start_date: "2031-05-01 10:00:00", end_date: "2031-05-01 12:00:00" };
