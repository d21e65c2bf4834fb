import type { Sent } from "./client.ts";

/** Request that must be refused and must not change the storage. */
export interface BadCase {
  readonly what: string;
  /** Method of the request. Default POST. */
  readonly method?: string;
  readonly path: string;
  readonly sent?: Sent;
  /** Expected status. Default 400. */
  readonly status?: number;
  /** Expected error code. Default `rest_invalid_param`. */
  readonly code?: string;
  /** Parameter that the response must name. */
  readonly names?: string;
}

export const rawJson = (raw: string | Uint8Array): Sent => ({
  raw,
  headers: { "content-type": "application/json" },
});

export const DATES = { start_date: "2031-05-01 10:00:00", end_date: "2031-05-01 12:00:00" };
