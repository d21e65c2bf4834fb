import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { CalendarError } from "@kalends/core";
import type { Identify } from "@kalends/http";
import type { Context, Middleware } from "koa";
import { type Timers, withTimeLimit } from "../jobs/timers.ts";

/** The requests that a calendar answers at the moment. */
export interface OpenRequests {
  /** The same middleware; a request counts until it is answered, long bodies whole, or passed on. */
  count(middleware: Middleware): Middleware;
  /** The same, but from the beginning of `close` it throws `rest_storage_unavailable`. */
  admit(identify: Identify): Identify;
  /** How many there are. */
  underWay(): number;
  /** Whether `close` has begun. */
  isClosing(): boolean;
  /** Resolves when everything under way is answered, or after ten seconds: then what is still being sent is cut off. */
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

  /** What a long body is read from must not be closed before it is sent. */
  const leaveWhenSent = ({ body, respond, res }: Context): void => {
    if (respond === false || res.destroyed || !(body instanceof Readable)) {
      leave();
      return;
    }
    sending.add(res);
    // Koa ends it with the answer.
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
