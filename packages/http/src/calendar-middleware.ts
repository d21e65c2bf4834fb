import {
  ANONYMOUS,
  type BlobStore,
  CalendarError,
  type Clock,
  type EventFormat,
  type ListFormat,
  type Logger,
  type Operations,
  type PluginRoute,
  type PostStatuses,
  type ReadChanges,
} from "@kalends/core";
import type { Context, Middleware } from "koa";
import compose from "koa-compose";
import type { ExtraMembers } from "./document/document.ts";
import type { ChangeStreams } from "./event-stream/change-streams.ts";
import type { Once } from "./idempotency/once.ts";
import { type FurtherTexts, withTexts } from "./messages/languages.ts";
import { toWhole } from "./representation/representation.ts";
import { toDeclaredQuery } from "./request/address/declared-names.ts";
import {
  createTargetReader,
  methodOverride,
  type RequestTarget,
  toEffectiveMethod,
} from "./request/address/request-target.ts";
import { createRequestCount, type RequestLimiter } from "./request/admission/rate-limits.ts";
import type { Identify } from "./request/caller/identify.ts";
import { createIdentityParameters } from "./request/caller/identity-parameters.ts";
import { requestIdOf } from "./request/caller/proxy.ts";
import { createLanguageNegotiation } from "./request/preference.ts";
import { toLogFields, traceOf, traceparentOf } from "./request/trace-context.ts";
import { isNobody, type RequestState } from "./request-state.ts";
import { namingUnknown } from "./response/adjusted-headers.ts";
import { type AnswerState, keyOf } from "./response/answer-cache.ts";
import { type Answering, createAnswering } from "./response/answering.ts";
import type { HttpErrorCode } from "./response/errors/error-codes.ts";
import { createErrorRenderer } from "./response/errors/error-handler.ts";
import type { ReadElementFile } from "./response/files/element-script.ts";
import { createServeFiles } from "./response/files/serve-files.ts";
import { createAccessLog } from "./response/log/access-log.ts";
import type { AnsweredRequest } from "./response/log/answered-request.ts";
import { createReport } from "./response/log/report.ts";
import { setServerTiming } from "./response/log/server-timing.ts";
import type { Prepared } from "./response/preparation.ts";
import { createSendable } from "./response/sendable.ts";
import { isGone, leaveUnanswered } from "./response/sending/connections.ts";
import { createAnswerEndpoint } from "./routes/answer-endpoint.ts";
import type { PluginReads } from "./routes/interface-routes.ts";
import { createMounts } from "./routes/mounts.ts";
import type { Answer, Route } from "./routes/route.ts";
import type { HttpSettings } from "./settings.ts";

export interface CalendarMiddlewareDeps {
  readonly operations: Operations;
  /** Which statuses are public: their records have addresses with slugs. */
  readonly postStatuses: Pick<PostStatuses, "isPublic">;
  readonly identify: Identify;
  /** Absent: callers may ask as often as they like. */
  readonly requestLimiter?: RequestLimiter | undefined;
  readonly blobStore: BlobStore;
  readonly logger: Logger;
  /** How long things take: asking it does not count as looking at the time. */
  readonly stopwatch: Clock;
  /** What kept answers are held against; without it none is kept. */
  readonly answerState?: AnswerState;
  /** What it has in common with the pages of the site; its own by default. */
  readonly answering?: Answering;
  readonly settings: HttpSettings;
  /** Milliseconds for which the current request has waited for the store so far, where that is measured. */
  readonly timeInStore?: () => number | undefined;
  /** Called with each answer, in the async context of its request; never throws. */
  readonly onRequest?: ((request: AnsweredRequest) => void) | undefined;
  /** What plugins add below the namespace; nothing by default. */
  readonly pluginRoutes?: readonly PluginRoute[];
  /** What plugins add to the members of records, for `/doc`. */
  readonly extraMembers?: ExtraMembers;
  /** Other forms of lists that plugins add; nothing by default. */
  readonly listFormats?: readonly ListFormat[];
  /** Other forms of events that plugins write; nothing by default. */
  readonly eventFormats?: readonly EventFormat[];
  /** In which reads plugins take part with more than pure contributions; none by default. */
  readonly impureReads?: ReadonlySet<PluginReads>;
  /** The feed of changes; absent: there is none. */
  readonly readChanges?: ReadChanges | undefined;
  /** What sends it as it goes on; absent: nothing does. */
  readonly changeStreams?: ChangeStreams | undefined;
  /** Does once what has a key; absent: keys count for nothing. */
  readonly once?: Once | undefined;
  /** Several requests at once; absent: there are none. */
  readonly batch?: Route | undefined;
  /** The script of the element for other sites; none by default. */
  readonly elementFile?: ReadElementFile;
  /** Translations of what plugins say. */
  readonly texts?: readonly FurtherTexts[];
}

type Step = compose.Middleware<RequestState>;

/** Of an answer that is small whatever the store holds. */
const whole = (answer: Answer): Prepared => ({ answer, representation: toWhole(answer.body) });

/**
 * Answers requests for the interface, under the REST root or by `/?rest_route=`, and passes all others on: on its own or
 * inside a host. Steps in the order of rules/interface.md#validation-order.
 */
export const createCalendarMiddleware = ({
  operations,
  postStatuses,
  identify,
  requestLimiter,
  blobStore,
  logger,
  stopwatch,
  answerState,
  settings,
  answering = createAnswering({ stopwatch, answerState, settings }),
  timeInStore = () => undefined,
  onRequest,
  pluginRoutes = [],
  extraMembers = {},
  listFormats = [],
  eventFormats = [],
  impureReads = new Set(),
  readChanges,
  changeStreams,
  once,
  batch,
  elementFile = () => Promise.resolve(undefined),
  texts = [],
}: CalendarMiddlewareDeps): Middleware => {
  const catalogues = withTexts(texts);
  const readTarget = createTargetReader(settings);
  const negotiateLanguage = createLanguageNegotiation(settings.language);
  const { answers, respond, waitForEarlier, inRound, admission, inRoundOfRefused } = answering;
  const serveFiles = createServeFiles({ blobStore, elementFile, settings });
  const renderError = createErrorRenderer({ logger, bodyLimit: settings.bodyLimit, catalogues });

  const negotiates = listFormats.length + eventFormats.length > 0;
  const identityParameters = createIdentityParameters(settings);
  const { countRequest, countMore } = createRequestCount(requestLimiter, settings);
  const logAnswer = createAccessLog({ logger, settings, timeInStore });

  const log: Step = async (state, next) => {
    const started = stopwatch.now();
    await next();
    const milliseconds = stopwatch.now() - started;
    setServerTiming(state, milliseconds, timeInStore());
    logAnswer(state, milliseconds);
  };

  /** The methods that the caller may use, as far as that can be known. */
  const allowOf = async ({ ctx, route, request, prepared, id }: RequestState): Promise<Answer["allow"]> => {
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
      // Neither the store nor a plugin can make a failure of an answer that is there.
      const named = toLogFields(traceOf(ctx, id));
      logger.debug("what the caller may do is not known", { ...named, error });
      return undefined;
    }
  };

  const send: Step = async (state, next) => {
    await next();
    const { ctx, addresses, method, actor, isSecret, prepared, endpoint, template, key, since, unknown } =
      state;
    if (prepared !== undefined) {
      const allow = await allowOf(state);
      const recipient = { method, actor, isSecret, addresses, allow, varies: endpoint?.varies, template };
      state.sendable = createSendable(ctx, recipient, prepared, settings);
      if (key !== undefined && since !== undefined && endpoint?.isPure)
        answers?.keep(key, state.sendable, since);
    }
    if (state.sendable !== undefined) return respond(ctx, method, namingUnknown(state.sendable, unknown));
  };

  const answerErrors: Step = async (state, next) => {
    try {
      await next();
    } catch (error) {
      const { ctx, mount, id, method, path, actor } = state;
      const language = mount.isLocale ? mount.language : negotiateLanguage(ctx);
      const traceparent = traceparentOf(ctx.req);
      const rendered = renderError(error, { id, traceparent, method, path, actor, language });
      state.errorCode = rendered.body.code;
      state.prepared = whole(rendered);
    }
  };

  const identifyCaller: Step = async (state, next) => {
    const { ctx, method, addresses, path, query, isSecret } = state;
    const intent = { method, site: addresses.site, path, query };
    state.actor = await countRequest(ctx, isSecret, () => identify(ctx.req, intent));
    await next();
  };

  const shed: Step = ({ isShed, known }, next) => {
    if (isShed && (known === undefined || !answers?.isCurrent(known)))
      throw new CalendarError("rest_storage_unavailable");
    return next();
  };

  /** What was answered to anybody at this address, as long as it is what would be made now. */
  const answerAgain: Step = (state, next) => {
    const { key, known, actor } = state;
    if (answers === undefined || key === undefined || !isNobody(actor)) return next();
    if (known !== undefined && answers.isCurrent(known)) {
      state.sendable = known.answer;
      return Promise.resolve();
    }
    state.since = answers.begin();
    return next();
  };

  const dispatch: Step = (state, next) => state.mount.dispatch(state, next);

  const refuseUnknown: Step = (state) => {
    // rules/interface.md#options, rules/errors.md#no-route
    if (state.method !== "OPTIONS")
      // What cannot be read may say another method.
      throw state.query().refusal ?? new CalendarError<HttpErrorCode>("rest_no_route");
    state.prepared = whole({ status: 200, body: [] });
  };

  const mountOf = createMounts({
    ...{ operations, settings, pluginRoutes, logger, listFormats, eventFormats, extraMembers },
    ...{ impureReads, readChanges, changeStreams, batch },
    answerEndpoint: createAnswerEndpoint({
      ...{ postStatuses, settings, catalogues, identify, once, countMore, answering },
    }),
  });
  const answer = compose<RequestState>([
    ...(onRequest === undefined ? [] : [createReport({ onRequest, settings, timeInStore })]),
    log,
    send,
    answerErrors,
    serveFiles,
    shed,
    identifyCaller,
    answerAgain,
    dispatch,
    refuseUnknown,
  ]);

  const answerInTurn = async (ctx: Context, target: RequestTarget, isShed: boolean): Promise<void> => {
    const arrived = stopwatch.now();
    await (isShed ? inRoundOfRefused() : inRound());
    if (!isShed) admission.noteWait(stopwatch.now() - arrived);
    if (isGone(ctx)) return leaveUnanswered(ctx);
    const { locale, path, query } = target;
    const mount = mountOf(locale);
    const addresses = mount.addressesOf(ctx.req);
    const isSecret = identityParameters.areIn(query);
    const declared = ctx.querystring === "" ? undefined : mount.declaredAt(path);
    const { search, unknown } = toDeclaredQuery(
      ctx.querystring,
      query,
      declared,
      settings.identityParameters,
    );
    const address = isSecret ? undefined : answers && keyOf(ctx, addresses.site, negotiates, search);
    const known = address === undefined ? undefined : answers?.find(address);
    // What is kept was asked for without an override.
    const override = known === undefined ? methodOverride(ctx, query().values) : "";
    return answer({
      ctx,
      id: requestIdOf(ctx, settings.trustProxy),
      mount,
      addresses,
      path,
      method: toEffectiveMethod(ctx, override),
      query,
      unknown,
      isSecret,
      key: override === "" ? address : undefined,
      known,
      isShed,
      actor: ANONYMOUS,
    });
  };

  return async (ctx, next) => {
    const target = readTarget(ctx);
    if (target === undefined) return next();
    const earlier = waitForEarlier(ctx);
    if (earlier !== undefined) await earlier;
    const leave = admission.enter(ctx);
    try {
      return await answerInTurn(ctx, target, leave === undefined);
    } finally {
      leave?.();
    }
  };
};
