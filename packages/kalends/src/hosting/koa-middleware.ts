import type { KoaMiddleware } from "@kalends/http/hosting";
import type { Middleware } from "koa";

/**
 * Wraps a Koa middleware for host applications. The type of the result does not depend on Koa types. The
 * result throws a `TypeError` if its caller is not a Koa application.
 */
export const toKoaMiddleware =
  (middleware: Middleware): KoaMiddleware =>
  // Not an async function: some hosts, such as middie, ignore a returned promise.
  (context, next) => {
    if (typeof context.req !== "object")
      throw new TypeError(
        "`middleware` is for Koa applications. In Express, Fastify and on node:http use `callback`.",
      );
    // The cast is safe: a Koa application passes Koa contexts.
    return middleware(context as Parameters<Middleware>[0], next);
  };
