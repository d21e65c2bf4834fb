import type { Logger } from "@kalends/core";
import type { Context, Middleware } from "koa";
import type { HttpSettings } from "../settings.ts";

export interface HealthPagesDeps {
  readonly logger: Logger;
  readonly settings: Pick<HttpSettings, "storageRetryAfter">;
  /** Resolves when the storage answers. */
  readonly ready: () => Promise<void>;
}

/** `/healthz`: the process is up; `/readyz`: the storage answers, else 503. Source: 90-decisions P15. */
export const createHealthPages = ({ logger, settings, ready }: HealthPagesDeps): Middleware => {
  const answer = async (ctx: Context, isReady: Promise<boolean> | boolean): Promise<void> => {
    const isUp = await isReady;
    ctx.set({ "Cache-Control": "no-store", "Content-Type": "application/json; charset=UTF-8" });
    if (!isUp) ctx.set("Retry-After", String(settings.storageRetryAfter));
    ctx.status = isUp ? 200 : 503;
    ctx.body = JSON.stringify({ status: isUp ? "ok" : "storage unavailable" });
  };
  const isReady = async (): Promise<boolean> => {
    try {
      await ready();
      return true;
    } catch (error) {
      logger.warn("the storage does not answer", { error });
      return false;
    }
  };
  return (ctx, next) => {
    if (ctx.path === "/healthz") return answer(ctx, true);
    if (ctx.path === "/readyz") return answer(ctx, isReady());
    return next();
  };
};
