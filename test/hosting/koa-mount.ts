import type { Middleware } from "koa";

/**
 * Mounts a middleware at a path as koa-mount does: the middleware sees the request path without the mount
 * path.
 */
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
