import type { TestResponse } from "./client.ts";
import type { StartedCalendar } from "./start-calendar.ts";

export interface BatchOptions {
  readonly atomic?: unknown;
  readonly key?: string;
  /** Role of the user who sends the request. Default `editor`. */
  readonly as?: string;
}

/** Sends the requests together as a batch. */
export const sendBatch = (
  calendar: Pick<StartedCalendar, "post">,
  requests: unknown,
  { atomic, key, as = "editor" }: BatchOptions = {},
): Promise<TestResponse> =>
  calendar.post("/batch", {
    as,
    json: { ...(atomic !== undefined && { atomic }), requests },
    ...(key !== undefined && { headers: { "Idempotency-Key": key } }),
  });
