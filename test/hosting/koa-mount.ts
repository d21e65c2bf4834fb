import type { Middleware } from "koa";

/** Mounts a middleware like koa-mount: the middleware sees the path without the prefix. */
export const mount =
  (path: string, middleware: Middleware): Middleware =>
  async (ctx, next) => {
    if (ctx.path !== path && !ctx.path.startsWith(`${path}/`)) return next();
    const whole = ctx.path;
    const rest = whole.slice(path.length) || "/";
    ctx.path = rest;
    await middleware(ctx, async () => {
      ctx.path = whole;
      await next();
      ctx.path = rest;
    });
    ctx.path = whole;
  };
