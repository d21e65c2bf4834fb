import type { Logger } from "@kalends/core";
import { Router } from "@koa/router";
import type { Context, Middleware } from "koa";
import { createAddresses } from "../request/addresses.ts";
import { requestIdOf } from "../request/proxy.ts";
import { deliver } from "../response/sending.ts";
import type { HttpSettings } from "../settings.ts";
import { createDocsPage } from "./docs-page.ts";
import { type About, createLandingPage } from "./landing-page.ts";
import type { ShowPage } from "./page.ts";

export interface PagesDeps {
  readonly about: About;
  readonly logger: Logger;
  readonly settings: HttpSettings;
  /** Resolves when the storage answers. */
  readonly ready: () => Promise<void>;
}

/** The paths of all of them: no other one needs to be looked up. */
const PAGE = /^\/(?:healthz|readyz|docs(?:\/.*)?)?$/;

/** The pages next to the interface, all of them only to be read. Source: rules/interface.md#outside-the-root. */
export const createPages = ({ about, logger, settings, ready }: PagesDeps): Middleware => {
  const addressesOf = createAddresses(settings);
  const ofLocales = new Map(
    settings.locales.map(({ name }) => [name, createAddresses(settings, `/${name}`)]),
  );
  const router = new Router();

  const add = (path: RegExp, show: ShowPage): void => {
    router.get(path, async (ctx, next) => {
      if (!(await show(ctx))) return next();
      requestIdOf(ctx, settings.trustProxy);
      deliver(ctx, settings.sendTimeout);
    });
  };

  const showHealth = (ctx: Context, isUp: boolean): true => {
    ctx.set({ "Cache-Control": "no-store", "Content-Type": "application/json; charset=UTF-8" });
    if (!isUp) ctx.set("Retry-After", String(settings.storageRetryAfter));
    ctx.status = isUp ? 200 : 503;
    ctx.body = JSON.stringify({ status: isUp ? "ok" : "storage unavailable" });
    return true;
  };

  // The process is up; the storage answers. Source: rules/interface.md#health-checks.
  add(/^\/healthz$/, (ctx) => showHealth(ctx, true));
  add(/^\/readyz$/, async (ctx) => {
    try {
      await ready();
      return showHealth(ctx, true);
    } catch (error) {
      logger.warn("the storage does not answer", { error });
      return showHealth(ctx, false);
    }
  });
  add(/^\/$/, createLandingPage({ about, settings, addressesOf: ({ req }) => addressesOf(req) }));
  add(
    /^\/docs(?:\/.*)?$/,
    createDocsPage({
      settings,
      addressesOf: ({ req }, locale) => (ofLocales.get(locale ?? "") ?? addressesOf)(req),
    }),
  );
  const routes = router.routes() as Middleware;
  return (ctx, next) => (PAGE.test(ctx.path) ? routes(ctx, next) : next());
};
