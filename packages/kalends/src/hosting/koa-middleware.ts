import type { KoaMiddleware } from "@kalends/http/hosting";
import type { Middleware } from "koa";

/**
 * Returns the middleware for host applications, without Koa types. It throws a `TypeError` if its caller is
 * not a Koa application.
 */
export const toKoaMiddleware =
  (middleware: Middleware): KoaMiddleware =>
  // Not asynchronous, because some hosts, such as middie, do not wait for promises.
  (context, next) => {
    if (typeof context.req !== "object")
      throw new TypeError(
        "`middleware` is for Koa applications. In Express, Fastify and on node:http use `callback`.",
      );
    // Safe: a Koa application passes its own contexts.
    return middleware(context as Parameters<Middleware>[0], next);
  };
