import {
  type Actor,
  ANONYMOUS,
  type BlobStore,
  CalendarError,
  type Clock,
  type ListFormat,
  type Logger,
  type Operations,
  type PluginRoute,
  type PostStatuses,
  type RawValues,
} from "@kalends/core";
import type { Context, Middleware } from "koa";
import compose from "koa-compose";
import type { ExtraMembers } from "./document/document.ts";
import { createDescriptionTranslator } from "./document/translated-description.ts";
import { type FurtherTexts, withTexts } from "./messages/languages.ts";
import { createPresentation, toMoneyFormat } from "./presenters/presentation.ts";
import type { Addresses } from "./request/addresses.ts";
import type { Identify } from "./request/identify.ts";
import { createLanguageNegotiation } from "./request/preference.ts";
import { clientAddress, requestIdOf } from "./request/proxy.ts";
import { createBodyReader, mergeValues } from "./request/request-body.ts";
import { createTargetReader, toEffectiveMethod } from "./request/request-target.ts";
import { createConnectionQueue, isGone } from "./response/connections.ts";
import type { HttpErrorCode } from "./response/error-codes.ts";
import { createErrorRenderer } from "./response/error-handler.ts";
import { createServeMedia } from "./response/media.ts";
import { createPrepare, type Prepared } from "./response/preparation.ts";
import { toWhole } from "./response/representation.ts";
import { createResponder } from "./response/responder.ts";
import { selectFields } from "./response/selected-fields.ts";
import type { AnswerEndpoint } from "./routes/calendar-router.ts";
import { createMounts, type Mount } from "./routes/mounts.ts";
import type { Answer, CalendarRequest, Route } from "./routes/route.ts";
import type { HttpSettings } from "./settings.ts";

export interface CalendarMiddlewareDeps {
  readonly operations: Operations;
  /** Which statuses are public: their records have addresses with slugs. */
  readonly postStatuses: Pick<PostStatuses, "isPublic">;
  readonly identify: Identify;
  readonly blobStore: BlobStore;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly settings: HttpSettings;
  /** Milliseconds for which the current request has waited for the store so far, where that is measured. */
  readonly timeInStore?: () => number | undefined;
  /** What plugins add below the namespace; nothing by default. */
  readonly pluginRoutes?: readonly PluginRoute[];
  /** What plugins add to the members of records, for `/doc`. */
  readonly extraMembers?: ExtraMembers;
  /** Other forms of lists that plugins add; nothing by default. */
  readonly listFormats?: readonly ListFormat[];
  /** Translations of what plugins say. */
  readonly texts?: readonly FurtherTexts[];
}

/** What the steps below know of a request. */
interface RequestState {
  readonly ctx: Context;
  readonly id: string;
  readonly mount: Mount<RequestState>;
  readonly addresses: Addresses;
  /** Below the REST root. */
  readonly path: string;
  /** The effective method. */
  readonly method: string;
  readonly query: RawValues;
  /** Why the query is none. */
  readonly refusal: CalendarError | undefined;
  actor: Actor;
  /** For `Allow`. Not as one closure, with which V8 keeps requests for longer: measured, a tenth slower. */
  route?: Route;
  request?: CalendarRequest;
  /** Of the error that is answered. */
  errorCode?: unknown;
  /** Absent when the client has gone, and for files. */
  prepared?: Prepared;
}

type Step = compose.Middleware<RequestState>;

const WRITES: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** Lists of more records on a page count as long. */
const MANY = 20;

/** What the paths of files begin with. Source: rules/images.md#media-files. */
const MEDIA = "/media/";

/** Of an answer that is small whatever the store holds. */
const whole = (answer: Answer): Prepared => ({ answer, representation: toWhole(answer.body) });

/** For clients that have gone. */
const leaveUnanswered = (ctx: Pick<Context, "respond">): void => {
  ctx.respond = false;
};

/**
 * Answers requests for the interface, under the REST root or by `/?rest_route=`, and passes all others on: on its own or
 * inside a host. Steps in the order of rules/interface.md#validation-order.
 */
export const createCalendarMiddleware = ({
  operations,
  postStatuses,
  identify,
  blobStore,
  logger,
  clock,
  settings,
  timeInStore = () => undefined,
  pluginRoutes = [],
  extraMembers = {},
  listFormats = [],
  texts = [],
}: CalendarMiddlewareDeps): Middleware => {
  const catalogues = withTexts(texts);
  const translate = createDescriptionTranslator(catalogues);
  const readTarget = createTargetReader(settings);
  const negotiateLanguage = createLanguageNegotiation(settings.language);
  const money = toMoneyFormat(settings);
  const respond = createResponder(settings);
  const prepare = createPrepare({ clock, settings });
  const waitForEarlier = createConnectionQueue();
  const serveMedia = createServeMedia(blobStore, settings.sendTimeout);
  const readBody = createBodyReader(settings.bodyLimit);
  const renderError = createErrorRenderer({ logger, bodyLimit: settings.bodyLimit, catalogues });

  const log: Step = async (state, next) => {
    const started = clock.now();
    await next();
    const { ctx, id, method, path, query, actor, errorCode } = state;
    const request = { request: id, method, path };
    if (ctx.respond === false) return logger.info("the client went away", request);
    const milliseconds = clock.now() - started;
    const client = clientAddress(ctx.req, settings.trustProxy);
    logger.info("answered", {
      ...request,
      status: ctx.status,
      milliseconds,
      ...(client !== "" && { client }),
      ...(actor.id !== undefined && { user: actor.id }),
    });
    const storeMilliseconds = timeInStore();
    logger.debug("details of an answer", {
      request: id,
      query,
      ...(errorCode !== undefined && { code: errorCode }),
      ...(storeMilliseconds !== undefined && { storeMilliseconds: Math.round(storeMilliseconds * 10) / 10 }),
    });
  };

  const send: Step = async (state, next) => {
    await next();
    const { ctx, addresses, method, actor, prepared, route, request, id } = state;
    if (prepared === undefined) return;
    if (route !== undefined && request !== undefined && prepared.answer.status < 500) {
      try {
        ctx.set("Allow", (prepared.answer.allow ?? (await route.allow(request))).join(", "));
      } catch (error) {
        // Neither the store nor a plugin can make a failure of an answer that is there.
        logger.debug("what the caller may do is not known", { request: id, error });
      }
    }
    respond(ctx, { method, actor, addresses }, prepared);
  };

  const answerErrors: Step = async (state, next) => {
    try {
      await next();
    } catch (error) {
      const { ctx, mount, id, method, path, actor } = state;
      const language = mount.isLocale ? mount.language : negotiateLanguage(ctx);
      const rendered = renderError(error, { id, method, path, actor, language });
      state.errorCode = rendered.body.code;
      state.prepared = whole(rendered);
    }
  };

  const serveFiles: Step = async ({ ctx, method, path }, next) => {
    const isRead = method === ctx.method && (method === "GET" || method === "HEAD");
    const isServed = isRead && path.startsWith(MEDIA) && (await serveMedia(ctx, path.slice(MEDIA.length)));
    if (!isServed) await next();
  };

  const identifyCaller: Step = async (state, next) => {
    const { ctx, method, addresses } = state;
    state.actor = await identify(ctx.req, { method, site: addresses.site });
    await next();
  };

  const dispatch: Step = (state, next) => state.mount.dispatch(state, next);

  const answerEndpoint: AnswerEndpoint<RequestState> = async (state, { route, endpoint, captured }) => {
    const { ctx, mount, addresses, method, query, actor, refusal } = state;
    const { isList = false, parameters = {} } = endpoint;
    const isWrite = WRITES.has(method);
    let values: Promise<RawValues> | undefined;
    const readValues = async (): Promise<RawValues> =>
      mergeValues(query, await readBody(ctx, { actor, isWrite, parameters }), isWrite);
    const request: CalendarRequest = {
      ctx,
      actor,
      captured,
      addresses,
      query,
      presentation: (structured) =>
        createPresentation({ addresses, money, structured, isPublic: postStatuses.isPublic }),
      values() {
        values ??= readValues();
        return values;
      },
    };
    const make = async (): Promise<Answer> => {
      const { language } = mount;
      const answer = await endpoint.handle(request);
      const { _fields } = values === undefined ? query : await values;
      if (!answer.isDescription) return { ...answer, body: selectFields(answer.body, _fields) };
      return { ...answer, language, body: selectFields(translate(answer.body, language), _fields) };
    };
    state.route = route;
    state.request = request;
    if (refusal !== undefined) throw refusal;
    const list = Number(query.per_page) > MANY ? "long" : "short";
    const prepared = await prepare({ ctx, isRead: !isWrite, list: isList ? list : undefined, make });
    if (prepared === undefined) leaveUnanswered(ctx);
    else state.prepared = prepared;
  };

  const refuseUnknown: Step = (state) => {
    // rules/interface.md#options, rules/errors.md#no-route
    if (state.method !== "OPTIONS") throw new CalendarError<HttpErrorCode>("rest_no_route");
    state.prepared = whole({ status: 200, body: [] });
  };

  const mountOf = createMounts({
    operations,
    settings,
    pluginRoutes,
    listFormats,
    extraMembers,
    answerEndpoint,
  });
  const answer = compose<RequestState>([
    log,
    send,
    answerErrors,
    serveFiles,
    identifyCaller,
    dispatch,
    refuseUnknown,
  ]);

  return async (ctx, next) => {
    const target = readTarget(ctx);
    if (target === undefined) return next();
    await waitForEarlier(ctx);
    if (isGone(ctx)) return leaveUnanswered(ctx);
    const { locale, path, query, refusal } = target;
    const mount = mountOf(locale);
    return answer({
      ctx,
      id: requestIdOf(ctx, settings.trustProxy),
      mount,
      addresses: mount.addressesOf(ctx.req),
      path,
      method: toEffectiveMethod(ctx, query),
      query,
      refusal,
      actor: ANONYMOUS,
    });
  };
};
