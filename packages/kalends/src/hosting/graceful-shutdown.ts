import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { CalendarError } from "@kalends/core";
import type { Identify } from "@kalends/http";
import type { Context, Middleware } from "koa";
import { type Timers, withTimeLimit } from "../jobs/timers.ts";

/** Requests in progress. */
export interface OpenRequests {
  /**
   * Returns a middleware that counts requests. A request counts until it is passed on or its response is
   * sent, including a long body.
   */
  count(middleware: Middleware): Middleware;
  /**
   * Returns a function that identifies callers, but throws `rest_storage_unavailable` after `close` was
   * called.
   */
  admit(identify: Identify): Identify;
  /** Returns the number of requests in progress. */
  underWay(): number;
  /** True after `close` was called. */
  isClosing(): boolean;
  /**
   * Resolves when all responses are sent, or after ten seconds, when the remaining connections are closed.
   */
  close(): Promise<void>;
}

export const createOpenRequests = ({ timers }: { readonly timers: Timers }): OpenRequests => {
  let open = 0;
  let isClosing = false;
  /** Resolves `close`, while it waits. */
  let drained: (() => void) | undefined;
  const sending = new Set<ServerResponse>();

  const leave = (): void => {
    open -= 1;
    if (open === 0) drained?.();
  };

  /** Counts a request with a streamed body until the body is sent, because its source must stay open. */
  const leaveWhenSent = ({ body, respond, res }: Context): void => {
    if (respond === false || res.destroyed || !(body instanceof Readable)) {
      leave();
      return;
    }
    sending.add(res);
    // Koa closes the body when the response ends.
    body.once("close", () => {
      sending.delete(res);
      leave();
    });
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
        if (isOurs) leaveWhenSent(ctx);
      }
    },
    admit: (identify) => async (request, intent) => {
      if (isClosing) throw new CalendarError("rest_storage_unavailable");
      return identify(request, intent);
    },
    underWay: () => open,
    isClosing: () => isClosing,
    async close() {
      isClosing = true;
      if (open === 0) return;
      const allAnswered = new Promise<void>((resolve) => {
        drained = resolve;
      });
      await withTimeLimit(allAnswered, timers, () => {
        for (const response of sending) response.destroy();
      });
    },
  };
};
