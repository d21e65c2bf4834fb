import { type BlobStore, CalendarError, type Clock, type Logger } from "@kalends/core";
import type { PostStatuses } from "@kalends/core/interface";
import type { Context, Middleware } from "koa";
import compose from "koa-compose";
import type { HttpErrorCode } from "./errors/error-codes.ts";
import type { CalledInterface } from "./hosting.ts";
import type { Once } from "./idempotency/once.ts";
import { createIdentifyCaller } from "./identify-caller.ts";
import { withTexts } from "./messages/languages.ts";
import { toSmallBody } from "./representation/representation.ts";
import { createTargetReader } from "./request/address/request-target.ts";
import { createRequestCount, type RequestLimiter } from "./request/admission/rate-limits.ts";
import type { Identify } from "./request/caller/identify.ts";
import { disableResponse, isGone } from "./request/connections.ts";
import { createLanguageNegotiation } from "./request/preference.ts";
import { toLogFields, traceOf, traceparentOf } from "./request/trace-context.ts";
import {
  type CalendarContext,
  createReadState,
  isAnonymousVisitor,
  REQUEST,
  type RequestState,
  type Step,
} from "./request-state.ts";
import { createErrorRenderer } from "./response/error-renderer.ts";
import type { ReadElementFile } from "./response/files/element-script.ts";
import { createServeFiles } from "./response/files/serve-files.ts";
import { createAccessLog } from "./response/log/access-log.ts";
import { createReport } from "./response/log/report.ts";
import type { ReportedRequest } from "./response/log/reported-request.ts";
import { setServerTiming } from "./response/log/server-timing.ts";
import type { Prepared } from "./response/preparation.ts";
import type { CacheState } from "./response/response-cache.ts";
import { createToSendable, namingUnknown } from "./response/sendable.ts";
import { createSharedResources, type SharedResources } from "./response/shared-resources.ts";
import type { EndpointResponse } from "./route/route.ts";
import type { Interface } from "./routes/interface.ts";
import { createRespondToEndpoint } from "./routes/respond-to-endpoint.ts";
import type { HttpSettings } from "./settings.ts";

export interface CalendarMiddlewareDeps {
  readonly interface: Interface;
  /** Publication statuses. Records with a public status have URLs that contain their slug. */
  readonly postStatuses: Pick<PostStatuses, "isPublic" | "canEdit">;
  readonly identify: Identify;
  /** Rate limiter. Without it, requests are not limited. */
  readonly requestLimiter?: RequestLimiter | undefined;
  readonly blobStore: BlobStore;
  readonly logger: Logger;
  /** Middleware of the host application; none by default. */
  readonly use?: Middleware | undefined;
  /** Clock for measuring durations. Reading this clock does not mark a response as time-dependent. */
  readonly stopwatch: Clock;
  /**
   * State of the store and the clock, by which cached responses are checked. Without it, responses are not
   * cached.
   */
  readonly answerState?: CacheState;
  /** Limits and caches that the API shares with the web pages; created here by default. */
  readonly answering?: SharedResources;
  readonly settings: HttpSettings;
  /** Returns the milliseconds that the current request has waited for the store, if they are measured. */
  readonly timeInStore?: () => number | undefined;
  /** Called for each response, in the async context of its request. Must not throw. */
  readonly onRequest?: ((request: ReportedRequest) => void) | undefined;
  /** Stores responses by idempotency key and replays them. Without it, idempotency keys are ignored. */
  readonly once?: Once | undefined;
  /** Reads the script of the calendar element. Without it, the script is not served. */
  readonly elementFile?: ReadElementFile;
  /** Texts that plugins add to the messages of the interface. */
  readonly texts?: Parameters<typeof withTexts>[0];
}

/**
 * Saves the request headers, and returns a function that restores them. Rights, bodies and caching depend on
 * these headers, so later changes must have no effect.
 */
const keepHeaders = ({ req, request }: Context): (() => void) => {
  const { headers } = req;
  const sent = { ...headers };
  return () => {
    for (const name of Object.keys(headers)) if (!Object.hasOwn(sent, name)) delete headers[name];
    req.headers = Object.assign(headers, sent);
    // Koa caches the negotiator that it created from the changed headers.
    Reflect.set(request, "accept", undefined);
  };
};

/** Prepares a response that is always small, whatever the store contains. */
const whole = (answer: EndpointResponse): Prepared => ({ answer, representation: toSmallBody(answer.body) });

/**
 * Creates the middleware of the REST interface. It answers requests below the REST root or with
 * `/?rest_route=`, and passes all other requests on. It works alone and inside a host application. Its steps
 * follow the order of rules/interface.md#validation-order.
 */
export const createCalendarMiddleware = ({
  interface: { operations, mountOf, hasForms },
  postStatuses,
  identify,
  requestLimiter,
  blobStore,
  logger,
  stopwatch,
  answerState,
  settings,
  answering = createSharedResources({ stopwatch, answerState, settings }),
  timeInStore = () => undefined,
  onRequest,
  once,
  use,
  elementFile = () => Promise.resolve(undefined),
  texts = [],
}: CalendarMiddlewareDeps): Middleware => {
  const catalogues = withTexts(texts);
  const readTarget = createTargetReader(settings);
  const negotiateLanguage = createLanguageNegotiation(settings.language);
  const { answers, respond, waitForEarlier, admit, inTurnOfRefusal } = answering;
  const toSendable = createToSendable(settings);
  const serveFiles = createServeFiles({ blobStore, elementFile, settings });
  const renderError = createErrorRenderer({ logger, bodyLimit: settings.bodyLimit, catalogues });

  const readState = createReadState({ mountOf, hasForms, answers, settings });
  const { countRequest, countMore } = createRequestCount(requestLimiter, settings);
  const identifyCaller = createIdentifyCaller({ identify, countRequest, answers, inTurnOfRefusal, settings });
  const logAnswer = createAccessLog({ logger, settings, timeInStore });
  const answerEndpoint = createRespondToEndpoint({
    ...{ operations, postStatuses, settings, catalogues, identify, once, countMore, answering },
  });

  const log: Step = async (ctx, next) => {
    const started = stopwatch.now();
    await next();
    const milliseconds = stopwatch.now() - started;
    if (ctx.req.headers.prefer !== undefined) setServerTiming(ctx, milliseconds, timeInStore());
    logAnswer(ctx, ctx[REQUEST], milliseconds);
  };

  /**
   * Returns the methods that the caller may use at this address. Returns `undefined` if they cannot be
   * determined, and for responses with a status from 500.
   */
  const allowOf = async (ctx: CalendarContext): Promise<EndpointResponse["allow"]> => {
    const { route, request, prepared, id } = ctx[REQUEST];
    if (
      route === undefined ||
      request === undefined ||
      prepared === undefined ||
      prepared.answer.status >= 500
    )
      return undefined;
    try {
      return prepared.answer.allow ?? (await route.allow(request));
    } catch (error) {
      // The response already exists. A failing store or plugin must not turn it into an error.
      const named = toLogFields(traceOf(ctx, id));
      logger.debug("what the caller may do is not known", { ...named, error });
      return undefined;
    }
  };

  const send: Step = async (ctx, next) => {
    await next();
    const state = ctx[REQUEST];
    const { addresses, method, actor, hasCredentials, prepared, endpoint, template, key, since, unknown } =
      state;
    if (prepared !== undefined) {
      const allow = await allowOf(ctx);
      const { session = state.session } = prepared.answer;
      const recipient = {
        method,
        actor,
        hasCredentials,
        hasCookie: state.cookie !== undefined,
        session,
        addresses,
        allow,
        varies: endpoint?.varies,
        template,
      };
      state.sendable = toSendable(ctx, recipient, prepared);
      if (key !== undefined && since !== undefined && endpoint?.isPure)
        answers?.keep(key, state.sendable, since, prepared.answer.isDescription);
    }
    if (state.sendable !== undefined) return respond(ctx, method, namingUnknown(state.sendable, unknown));
  };

  const answerErrors: Step = async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const state = ctx[REQUEST];
      const { mount, id, method, path, actor } = state;
      const language = mount.isLocale ? mount.language : negotiateLanguage(ctx);
      const traceparent = traceparentOf(ctx.req);
      const rendered = renderError(error, { id, traceparent, method, path, actor, language });
      state.errorCode = rendered.body.code;
      state.prepared = whole(rendered);
    }
  };

  /**
   * Converts a middleware of the host application to a step. The step then restores the method, URL and
   * headers of the request. Changes by the host must not affect the response, caching or the caller's rights.
   */
  const toHostStep =
    (middleware: Middleware): Step =>
    async (ctx, next) => {
      const { actor, method, path } = ctx[REQUEST];
      const { method: sentMethod, url } = ctx;
      const restoreHeaders = keepHeaders(ctx);
      const calendar: CalledInterface = { user: actor.id, method, path };
      ctx.state.calendar = calendar;
      const restore = (): void => {
        ctx.method = sentMethod;
        ctx.url = url;
        restoreHeaders();
      };
      let going: Promise<unknown> | undefined;
      const continueNext: typeof next = () => {
        restore();
        going ??= next();
        return going;
      };
      try {
        await middleware(ctx, continueNext);
      } finally {
        restore();
        // The host may call `next` without awaiting it. Awaiting here prevents an unhandled rejection, which
        // would end the process and lose the response.
        await going;
      }
    };

  /** Sends the cached response for this address to an anonymous visitor, as long as it is current. */
  const answerAgain: Step = (ctx, next) => {
    const state = ctx[REQUEST];
    const { key, known, actor } = state;
    if (answers === undefined || key === undefined || !isAnonymousVisitor(actor)) return next();
    if (known !== undefined && answers.isCurrent(known)) {
      state.sendable = known.answer;
      return Promise.resolve();
    }
    state.since = answers.begin();
    return next();
  };

  const dispatch: Step = (ctx) => {
    const state = ctx[REQUEST];
    const matched = state.matched ?? state.mount.find(state.path, state.method);
    if (matched !== undefined) return answerEndpoint(ctx, matched);
    // Source: rules/interface.md#options, rules/errors.md#no-route.
    if (state.method !== "OPTIONS")
      // A query that cannot be parsed may contain `_method`, so report its error first.
      throw state.query().refusal ?? new CalendarError<HttpErrorCode>("rest_no_route");
    state.prepared = whole({ status: 200, body: [] });
    return Promise.resolve();
  };

  const answer = compose<CalendarContext>([
    ...(onRequest === undefined ? [] : [createReport({ onRequest, settings, timeInStore })]),
    log,
    send,
    answerErrors,
    serveFiles,
    identifyCaller,
    ...(use === undefined ? [] : [toHostStep(use)]),
    answerAgain,
    dispatch,
  ]);

  return async (ctx, next) => {
    const target = readTarget(ctx);
    if (target === undefined) return next();
    await waitForEarlier(ctx);
    const leave = await admit(ctx);
    const calendarContext = ctx as CalendarContext;
    const holder: { [REQUEST]: RequestState | undefined } = calendarContext;
    try {
      if (isGone(ctx)) return disableResponse(ctx);
      holder[REQUEST] = readState(ctx, target, leave === undefined);
      await answer(calendarContext);
    } finally {
      // Releases the state early, because Koa keeps contexts alive for longer. Measured: otherwise, a cached
      // response takes a fifth more processor time.
      holder[REQUEST] = undefined;
      leave?.();
    }
  };
};
