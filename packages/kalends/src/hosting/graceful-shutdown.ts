import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { CalendarError } from "@kalends/core";
import type { Identify } from "@kalends/http";
import type { Context, Middleware } from "koa";
import { type Timers, withTimeLimit } from "../jobs/timers.ts";

/** Tracks requests in progress, so that the calendar can close after them. */
export interface OpenRequests {
  /**
   * Returns a middleware that counts a request as open. The request ends when it is passed to the next
   * middleware, or when its response is sent, including a long body.
   */
  count(middleware: Middleware): Middleware;
  /**
   * Wraps a function that identifies the caller of a request. After `close` was called, the wrapped function
   * throws `rest_storage_unavailable` instead.
   */
  admit(identify: Identify): Identify;
  /** Returns the number of open requests. */
  underWay(): number;
  /** True after `close` was called. */
  isClosing(): boolean;
  /**
   * Resolves when all responses are sent, or after ten seconds. After that time, closes the connections to
   * which a streamed body is still sent.
   */
  close(): Promise<void>;
}

export const createOpenRequests = ({ timers }: { readonly timers: Timers }): OpenRequests => {
  let open = 0;
  let isClosing = false;
  /** Resolves the promise of `close` when no request is open. */
  let drained: (() => void) | undefined;
  const sending = new Set<ServerResponse>();

  const leave = (): void => {
    open -= 1;
    if (open === 0) drained?.();
  };

  /**
   * Ends a request. If the response has a streamed body, counts the request as open until that body is sent,
   * so that the calendar does not close what the stream reads from.
   */
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
