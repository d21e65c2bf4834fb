import type { IncomingMessage } from "node:http";
import { ANONYMOUS, CalendarError, type Logger } from "@kalends/core";
import Koa, { type Middleware } from "koa";
import compose from "koa-compose";
import { type CalendarMiddlewareDeps, createCalendarMiddleware } from "./calendar-middleware.ts";
import type { HttpErrorCode, HttpErrorDetails } from "./errors/error-codes.ts";
import type { Callback } from "./hosting.ts";
import { CATALOGUES } from "./messages/languages.ts";
import { createPages, type PagesDeps } from "./pages/pages.ts";
import { toSmallBody } from "./representation/representation.ts";
import { createAddresses } from "./request/address/addresses.ts";
import { mergeSlashes } from "./request/address/request-target.ts";
import { requestIdOf } from "./request/caller/proxy.ts";
import { createLanguageNegotiation } from "./request/preference.ts";
import { createErrorRenderer } from "./response/error-renderer.ts";
import { createToSendable } from "./response/sendable.ts";
import { createResponder } from "./response/sending/sending.ts";
import { createSharedResources } from "./response/shared-resources.ts";
import type { HttpSettings } from "./settings.ts";
import { toErrorPage } from "./website/error-page.ts";
import { toPageSendable } from "./website/page-sendable.ts";
import { createRestUrls } from "./website/rest-urls.ts";
import { createWebsiteMiddleware, type WebsiteDeps } from "./website/website-middleware.ts";

export type HttpAppDeps = CalendarMiddlewareDeps & PagesDeps & WebsiteDeps;

const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/**
 * Removes scheme and host from an absolute request target, and merges repeated slashes in its path. Used when
 * the calendar answers all requests of a server. Inside a host application, slashes are merged only below the
 * REST root. Access checks of the host must see the same paths as the calendar.
 */
const readTarget: Middleware = (ctx, next) => {
  const sent = ctx.req.url ?? "";
  if (sent.startsWith("/") && !sent.includes("//")) return next();
  const target = sent.replace(ORIGIN, "");
  const [path = ""] = target.split("?", 1);
  ctx.req.url = mergeSlashes(`/${path}`) + target.slice(path.length);
  return next();
};

/**
 * Creates the middleware that answers requests for the calendar and passes all others on. With
 * `settings.pages`, it also answers requests for the built-in web pages and the website.
 */
export const createHttpMiddleware = (deps: HttpAppDeps): Middleware => {
  // The dependency container of the server cannot be copied. It provides `answering` itself.
  const shared = deps.answering === undefined ? { ...deps, answering: createSharedResources(deps) } : deps;
  const calendar = createCalendarMiddleware(shared);
  if (!deps.settings.pages) return calendar;
  const { first, start, last } = createPages(deps);
  const restUrlOf = createRestUrls(deps.settings);
  // `/?post_type=tribe_events&p=7` is the web page of a record, so the website middleware answers it.
  const unlessRecord =
    (page: Middleware): Middleware =>
    (ctx, next) =>
      restUrlOf(ctx) === undefined ? page(ctx, next) : next();
  const website = createWebsiteMiddleware(shared);
  return compose([first, calendar, unlessRecord(start), website, unlessRecord(last)]);
};

/**
 * Creates the Koa application that contains the middleware. The application does not listen: pass its
 * `callback()` to a server.
 */
export const createHttpApp = ({
  middleware,
  logger,
  settings,
}: {
  readonly middleware: Middleware;
  readonly logger: Logger;
  readonly settings: HttpSettings;
}): Koa => {
  const app = new Koa();
  const addressesOf = createAddresses(settings);
  const respond = createResponder(settings);
  const toSendable = createToSendable(settings);
  const renderError = createErrorRenderer({ logger, bodyLimit: settings.bodyLimit, catalogues: CATALOGUES });
  const negotiateLanguage = createLanguageNegotiation(settings.language);
  const restUrlOf = settings.pages ? createRestUrls(settings) : () => undefined;
  // A client that disconnects during a response is not an error of the server.
  app.on("error", (error: unknown) => logger.debug("a connection failed", { error }));
  app.use(readTarget);
  app.use(middleware);
  app.use((ctx) => {
    const { method, path } = ctx;
    const language = negotiateLanguage(ctx);
    const id = requestIdOf(ctx, settings.trustProxy);
    const failed = { id, method, path, actor: ANONYMOUS, language };
    const restUrl = restUrlOf(ctx);
    const details: HttpErrorDetails = restUrl === undefined ? {} : { restUrl };
    const answer = renderError(new CalendarError<HttpErrorCode>("rest_no_route", details), failed);
    const addresses = addressesOf(ctx.req);
    const isRead = method === "GET" || method === "HEAD";
    // Only requests outside the REST root reach this step. Source: rules/errors.md#no-route.
    if (ctx.accepts(["json", "html"]) === "html") {
      const message = String(answer.body.message);
      const page = toErrorPage({ status: answer.status, language, message, headers: { Vary: "Accept" } });
      return respond(ctx, method, toPageSendable(isRead, page, addresses, settings));
    }
    const recipient = { method, actor: ANONYMOUS, addresses, varies: ["Accept"] };
    const prepared = { answer, representation: toSmallBody(answer.body) };
    return respond(ctx, method, toSendable(ctx, recipient, prepared));
  });
  return app;
};

interface CallbackDeps {
  readonly middleware: Middleware;
  /** Application that answers every request, with a 404 for paths outside the calendar. */
  readonly http: Koa;
}

export const createCallback = ({ middleware, http }: CallbackDeps): Callback => {
  const answerAll = http.callback();
  const passed = new WeakSet<IncomingMessage>();
  const guest = new Koa();
  guest.on("error", (error) => http.emit("error", error));
  guest.use(middleware);
  guest.use((ctx) => {
    ctx.respond = false;
    passed.add(ctx.req);
  });
  const answerOurs = guest.callback();
  return (request, response, next) => {
    // As Koa middleware, this function would be called with a context and `next`, which it cannot answer.
    if (typeof response !== "object")
      throw new TypeError("`callback` takes (request, response, next) of Node. In Koa use `middleware`.");
    if (next === undefined) {
      void answerAll(request, response);
      return;
    }
    const { statusCode } = response;
    void answerOurs(request, response).then(() => {
      // The host may rewrite the URL and call this function again with the same request, so the mark is
      // removed.
      if (!passed.delete(request)) return;
      response.statusCode = statusCode;
      next();
    });
  };
};
