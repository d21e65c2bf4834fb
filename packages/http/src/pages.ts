import type { Logger } from "@kalends/core";
import type { Middleware } from "koa";
import type { HttpSettings } from "./settings.ts";

export interface PagesDeps {
  readonly logger: Logger;
  readonly settings: HttpSettings;
  /** Resolves when the storage answers. */
  readonly ready: () => Promise<void>;
}

/** `/healthz`: the process is up; `/readyz`: the storage answers, else 503. Source: 90-decisions P15. */
export const createPages =
  ({ logger, settings, ready }: PagesDeps): Middleware =>
  async (ctx, next) => {
    const isHealth = ctx.path === "/healthz";
    if ((!isHealth && ctx.path !== "/readyz") || (ctx.method !== "GET" && ctx.method !== "HEAD"))
      return next();
    let isReady = true;
    if (!isHealth) {
      try {
        await ready();
      } catch (error) {
        logger.warn("the storage does not answer", { error });
        isReady = false;
      }
    }
    ctx.set({ "Cache-Control": "no-store", "Content-Type": "application/json; charset=UTF-8" });
    if (!isReady) ctx.set("Retry-After", String(settings.storageRetryAfter));
    ctx.status = isReady ? 200 : 503;
    ctx.body = JSON.stringify({ status: isReady ? "ok" : "storage unavailable" });
  };
