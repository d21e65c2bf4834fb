import type { Logger } from "@kalends/core";
import type { Context } from "koa";
import type { ShowPage } from "./page.ts";

interface HealthDeps {
  /** Resolves when the storage is reachable; otherwise rejects. */
  readonly ready: () => Promise<void>;
  readonly logger: Logger;
  /** Seconds for `Retry-After` while the storage is unavailable. */
  readonly retryAfter: number;
}

/**
 * Creates the health checks. `/healthz` reports that the process runs, `/readyz` that the storage is
 * reachable. Source: rules/interface.md#health-checks.
 */
export const createHealthPages = ({
  ready,
  logger,
  retryAfter,
}: HealthDeps): readonly (readonly [path: string, show: ShowPage])[] => {
  const show = (ctx: Context, isUp: boolean): true => {
    ctx.set({
      "Cache-Control": "no-store",
      "Content-Type": "application/json; charset=UTF-8",
      "X-Content-Type-Options": "nosniff",
    });
    if (!isUp) ctx.set("Retry-After", String(retryAfter));
    ctx.status = isUp ? 200 : 503;
    ctx.body = JSON.stringify({ status: isUp ? "ok" : "storage unavailable" });
    return true;
  };
  return [
    ["/healthz", (ctx) => show(ctx, true)],
    [
      "/readyz",
      async (ctx) => {
        try {
          await ready();
          return show(ctx, true);
        } catch (error) {
          logger.warn("the storage does not answer", { error });
          return show(ctx, false);
        }
      },
    ],
  ];
};
