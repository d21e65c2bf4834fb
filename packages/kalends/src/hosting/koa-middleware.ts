import type { KoaMiddleware } from "@kalends/http/hosting";
import type { Middleware } from "koa";

/** A middleware as hosts see it, without types of Koa. Throws a `TypeError` if something other than a Koa application calls it. */
export const toKoaMiddleware =
  (middleware: Middleware): KoaMiddleware =>
  // Not asynchronous: some hosts, such as middie, wait for no promise.
  (context, next) => {
    if (typeof context.req !== "object")
      throw new TypeError(
        "`middleware` is for Koa applications. In Express, Fastify and on node:http use `callback`.",
      );
    // Sound: a Koa application calls it with its contexts.
    return middleware(context as Parameters<Middleware>[0], next);
  };
