import { ANONYMOUS, CalendarError, type Clock, type Logger } from "@kalends/core";
import type { PluginTexts, PostStatuses, WebsiteHandler, WebsiteRequest } from "@kalends/core/interface";
import type { Context, Middleware } from "koa";
import type { HttpErrorCode } from "../errors/error-codes.ts";
import { withTexts } from "../messages/languages.ts";
import type { Addresses } from "../request/address/addresses.ts";
import { toPairs } from "../request/address/bracketed-pairs.ts";
import { requestIdOf } from "../request/caller/proxy.ts";
import { disableResponse, isGone } from "../request/connections.ts";
import { createLanguageNegotiation } from "../request/preference.ts";
import { traceOf, traceparentOf } from "../request/trace-context.ts";
import { createErrorRenderer } from "../response/error-renderer.ts";
import { createAccessLog } from "../response/log/access-log.ts";
import type { ReportedRequest } from "../response/log/reported-request.ts";
import { type CacheState, keyOf } from "../response/response-cache.ts";
import type { Sendable } from "../response/sendable.ts";
import { createSharedResources, type SharedResources } from "../response/shared-resources.ts";
import type { ImpureReads } from "../routes/interface-routes.ts";
import type { HttpSettings } from "../settings.ts";
import { type ErrorPage, toErrorPage } from "./error-page.ts";
import { createLoggedPath } from "./logged-path.ts";
import { createMakePage, type PreparedPage } from "./make-page.ts";
import type { FindNewAddress } from "./old-addresses.ts";
import { toPageSendable } from "./page-sendable.ts";
import { createPlaceReader, type SitePlace } from "./site-place.ts";
import { createSiteLocales, type SiteLocale } from "./website-request.ts";

export interface WebsiteDeps {
  /** Website handlers in the order in which they are called; none by default. */
  readonly websiteHandlers?: readonly WebsiteHandler[];
  /**
   * Finds redirects from addresses of imported sites if no handler responds, or only with a 404. Without it,
   * these addresses are not redirected.
   */
  readonly findNewAddress?: FindNewAddress;
  readonly postStatuses: Pick<PostStatuses, "isPublic">;
  readonly logger: Logger;
  /** Clock for measuring durations. Reading this clock does not mark a response as time-dependent. */
  readonly stopwatch: Clock;
  /**
   * State of the store and the clock, by which cached responses are checked. Without it, responses are not
   * cached.
   */
  readonly answerState?: CacheState;
  readonly answering?: SharedResources;
  readonly settings: HttpSettings;
  /**
   * Returns true once the calendar is closing. Then, web pages of records are unavailable and all other
   * requests are passed on.
   */
  readonly isClosing?: () => boolean;
  readonly impureReads?: ImpureReads;
  readonly timeInStore?: () => number | undefined;
  readonly onRequest?: ((request: ReportedRequest) => void) | undefined;
  readonly texts?: readonly PluginTexts[];
}

const METHODS = ["GET", "HEAD", "POST"];

/**
 * Result of `isFor` of all handlers for a request. `ours`: a handler may respond. `refused`: handlers respond
 * only to other methods at this address. `elsewhere`: no handler responds.
 */
type Claim = "ours" | "refused" | "elsewhere";

/** Kind under which `admit` counts a request, by its `Claim`. */
const PLACES = { ours: "page", refused: "uncounted", elsewhere: "request" } as const;

interface Started {
  readonly clock: number;
  readonly performance: number;
}

/** Request with all facts that are known before it is admitted. */
interface Site {
  readonly place: SitePlace;
  readonly locale: SiteLocale;
  readonly addresses: Addresses;
  readonly request: WebsiteRequest;
  readonly claim: Claim;
  readonly started: Started;
}

const isSecret = (name: string): boolean => /token/i.test(name);

/**
 * Creates the middleware of the website. The handlers of plugins answer requests outside the REST root; all
 * other requests are passed on. On the website, every caller has the rights of a visitor. Source:
 * rules/interface.md#website.
 */
export const createWebsiteMiddleware = ({
  websiteHandlers: handlers = [],
  findNewAddress,
  postStatuses,
  logger,
  stopwatch,
  answerState,
  settings,
  answering = createSharedResources({ stopwatch, answerState, settings }),
  isClosing = () => false,
  impureReads = new Map(),
  timeInStore = () => undefined,
  onRequest,
  texts = [],
}: WebsiteDeps): Middleware => {
  if (handlers.length === 0) return (_ctx, next) => next();
  const { answers, prepare, respond, waitForEarlier, admit, inTurnOfRefusal, budgets } = answering;
  const toLoggedPath = createLoggedPath(handlers);
  const placeOf = createPlaceReader(settings);
  const localeOf = createSiteLocales({ settings, postStatuses, budgets });
  const negotiateLanguage = createLanguageNegotiation(settings.language);
  const catalogues = withTexts(texts);
  const renderError = createErrorRenderer({ logger, bodyLimit: settings.bodyLimit, catalogues });
  const logAnswer = createAccessLog({ logger, settings, timeInStore });
  const mayKeep = !impureReads.has("website");
  const make = createMakePage({ handlers, mayKeep, prepare, logger, settings, findNewAddress });

  /** Renders an error page. `other`: status and headers that replace those of the error. */
  const renderPage = (
    error: unknown,
    ctx: Context,
    { path }: SitePlace,
    locale: SiteLocale,
    other: Pick<ErrorPage, "headers"> & Partial<Pick<ErrorPage, "status">> = {},
  ): PreparedPage => {
    const { method } = ctx;
    const id = requestIdOf(ctx, settings.trustProxy);
    const language = locale.isNamed ? locale.language : negotiateLanguage(ctx);
    const failed = {
      ...{ id, traceparent: traceparentOf(ctx.req), method, path: toLoggedPath(path) },
      ...{ actor: ANONYMOUS, language },
    };
    const { status, body } = renderError(error, failed);
    return { ...toErrorPage({ status, language, message: String(body.message), ...other }), isPure: false };
  };

  const claimOf = (ctx: Context, request: WebsiteRequest): Claim => {
    const claims = handlers.map((handler) => handler.isFor?.(request));
    if (!METHODS.includes(ctx.method) && claims.includes(true)) return "refused";
    return claims.some((claim) => claim !== false) ? "ours" : "elsewhere";
  };

  const makeOrFail = async (
    ctx: Context,
    { place, locale, request, claim }: Site,
  ): Promise<PreparedPage | undefined> => {
    const refuseMethod = (): PreparedPage => {
      const error = new CalendarError<HttpErrorCode>("rest_no_route");
      return renderPage(error, ctx, place, locale, { status: 405, headers: { Allow: METHODS.join(", ") } });
    };
    if (claim === "refused") return refuseMethod();
    try {
      const made = await make(ctx, request, claim === "ours");
      return made === undefined || METHODS.includes(ctx.method) ? made : refuseMethod();
    } catch (error) {
      return renderPage(error, ctx, place, locale);
    }
  };

  const send = async (ctx: Context, { path }: SitePlace, sendable: Sendable, started: Started) => {
    const { method } = ctx;
    const id = requestIdOf(ctx, settings.trustProxy);
    await respond(ctx, method, sendable);
    const query = () => ({
      values: Object.fromEntries([...toPairs(ctx.querystring)].filter(([name]) => !isSecret(name))),
    });
    const logged = { id, method, path: toLoggedPath(path), query, actor: ANONYMOUS };
    logAnswer(ctx, logged, stopwatch.now() - started.clock);
    const storeMilliseconds = timeInStore();
    onRequest?.({
      method,
      status: ctx.status,
      milliseconds: performance.now() - started.performance,
      ...(storeMilliseconds !== undefined && { storeMilliseconds }),
      ...traceOf(ctx, id),
    });
  };

  /**
   * Answers a request, or returns false if the request must be passed on. `isOverloaded`: only a cached
   * response is sent.
   */
  const answerAdmitted = async (ctx: Context, site: Site, isOverloaded: boolean): Promise<boolean> => {
    const { place, locale, addresses, request, claim, started } = site;
    if (isGone(ctx)) {
      disableResponse(ctx);
      return true;
    }
    const sendIt = async (sendable: Sendable): Promise<true> => {
      await send(ctx, place, sendable, started);
      return true;
    };
    const refuse = (): Promise<true> => {
      const page = renderPage(new CalendarError("rest_storage_unavailable"), ctx, place, locale);
      return sendIt(toPageSendable(false, page, addresses, settings));
    };
    // An address that is not the web page of a record may belong to the host, so it is passed on.
    if (isClosing()) return request.page !== undefined && refuse();
    const address = answers && keyOf(ctx, addresses.site, false, ctx.querystring);
    const key = address === undefined ? undefined : `page\n${address}`;
    const known = key === undefined ? undefined : answers?.find(key);
    if (known !== undefined && answers?.isCurrent(known)) return sendIt(known.answer);
    if (isOverloaded) {
      if (claim !== "ours") return false;
      await inTurnOfRefusal();
      if (!isGone(ctx)) return refuse();
      disableResponse(ctx);
      return true;
    }
    const since = key === undefined ? undefined : answers?.begin();
    const made = await makeOrFail(ctx, site);
    if (made === undefined) {
      if (!isGone(ctx)) return false;
      disableResponse(ctx);
      return true;
    }
    const isRead = ctx.method === "GET" || ctx.method === "HEAD";
    const sendable = toPageSendable(isRead, made, addresses, settings);
    if (key !== undefined && since !== undefined && made.isPure) answers?.keep(key, sendable, since);
    return sendIt(sendable);
  };

  return async (ctx, next) => {
    const place = placeOf(ctx);
    if (place === undefined) return next();
    await waitForEarlier(ctx);
    const locale = localeOf(place.locale);
    const addresses = locale.addressesOf(ctx);
    const request = locale.toRequest(ctx, place, addresses);
    const claim = claimOf(ctx, request);
    const started = { clock: stopwatch.now(), performance: performance.now() };
    const leave = await admit(ctx, PLACES[claim]);
    try {
      const site = { place, locale, addresses, request, claim, started };
      if (await answerAdmitted(ctx, site, leave === undefined)) return;
    } finally {
      leave?.();
    }
    return next();
  };
};
