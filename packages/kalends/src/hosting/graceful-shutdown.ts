import { CalendarError } from "@kalends/core";
import type { Identify } from "@kalends/http";
import type { Middleware } from "koa";
import { type Timers, withTimeLimit } from "../jobs/timers.ts";

/** The requests that a calendar answers at the moment. */
export interface OpenRequests {
  /** The same middleware; a request counts until it is answered or passed on. */
  count(middleware: Middleware): Middleware;
  /** The same, but from the beginning of `close` it throws `rest_storage_unavailable`. */
  admit(identify: Identify): Identify;
  /** Resolves when everything under way is answered, or after ten seconds. */
  close(): Promise<void>;
}

export const createOpenRequests = ({ timers }: { readonly timers: Timers }): OpenRequests => {
  let open = 0;
  let isClosing = false;
  let drained = (): void => {};

  const leave = (): void => {
    open -= 1;
    if (open === 0) drained();
  };

  return {
    count: (middleware) => async (ctx, next) => {
      let isOurs = true;
      open += 1;
      try {
        return await middleware(ctx, () => {
          isOurs = false;
          leave();
          return next();
        });
      } finally {
        if (isOurs) leave();
      }
    },
    admit: (identify) => async (request, intent) => {
      if (isClosing) throw new CalendarError("rest_storage_unavailable");
      return identify(request, intent);
    },
    async close() {
      isClosing = true;
      if (open === 0) return;
      const allAnswered = new Promise<void>((resolve) => {
        drained = resolve;
      });
      await withTimeLimit(allAnswered, timers, () => undefined);
    },
  };
};
