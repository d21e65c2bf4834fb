import { AsyncLocalStorage } from "node:async_hooks";
import type { Actor } from "@kalends/core";
import type { Identify } from "@kalends/http";
import type { Middleware } from "koa";

/** Caller of the current request, as the audit log records it. */
export interface AuditedCaller {
  readonly actor?: Actor | undefined;
  readonly requestId?: string | undefined;
}

/** Remembers the caller of each request while it runs. */
export interface RequestCaller {
  /** Wraps the middleware that handles requests, so that each request has its own caller. */
  around(middleware: Middleware): Middleware;
  /** Wraps the function that identifies callers, so that each identified caller is remembered. */
  noting(identify: Identify): Identify;
  /** Returns the caller of the current request; an empty object outside of requests. */
  current(): AuditedCaller;
}

export const createRequestCaller = (): RequestCaller => {
  const requests = new AsyncLocalStorage<{ actor?: Actor; readonly requestId: () => unknown }>();
  return {
    around: (middleware) => (context, next) =>
      requests.run({ requestId: () => context.res.getHeader("X-Request-Id") }, () =>
        middleware(context, next),
      ),
    noting: (identify) => async (request, context) => {
      const actor = await identify(request, context);
      const current = requests.getStore();
      if (current !== undefined) current.actor = actor;
      return actor;
    },
    current() {
      const { actor, requestId } = requests.getStore() ?? {};
      const id = requestId?.();
      return { actor, requestId: typeof id === "string" ? id : undefined };
    },
  };
};
