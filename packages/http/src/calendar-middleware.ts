import type { RawValues } from "@kalends/core";
import {
  type Actor,
  ANONYMOUS,
  type BlobStore,
  type CalendarError,
  type Clock,
  type ListFormat,
  type Logger,
  type Operations,
  type PluginRoute,
  type PostStatuses,
} from "@kalends/core";
import type { Context, Middleware } from "koa";
import type { ExtraMembers } from "./document/document.ts";
import { createDescriptionTranslator } from "./document/translated-description.ts";
import { type FurtherTexts, withTexts } from "./messages/languages.ts";
import { createPresentation, toMoneyFormat } from "./presenters/presentation.ts";
import { clientAddress } from "./request/client-address.ts";
import type { Identify } from "./request/identify.ts";
import { createLanguageNegotiation } from "./request/negotiated-language.ts";
import { createBodyReader } from "./request/request-body.ts";
import { requestIdOf } from "./request/request-id.ts";
import { mergeValues } from "./request/request-values.ts";
import { createArrivalReader, toEffectiveMethod } from "./request/route-path.ts";
import { createAwaitEarlier, isGone } from "./response/connections.ts";
import { createErrorRenderer } from "./response/error-handler.ts";
import { createServeMedia } from "./response/media.ts";
import { createPrepare, type Prepared } from "./response/preparation.ts";
import { toWholeText } from "./response/representation.ts";
import { createResponder } from "./response/responder.ts";
import { selectFields } from "./response/selected-fields.ts";
import { type Matched, noRoute } from "./routes/calendar-router.ts";
import { createMounts, type Mount } from "./routes/mounts.ts";
import type { Answer, CalendarRequest } from "./routes/route.ts";
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
  /** What plugins add to the members of records, as `/doc` is to tell it. */
  readonly extraMembers?: ExtraMembers;
  /** Other forms of lists that plugins add; nothing by default. */
  readonly listFormats?: readonly ListFormat[];
  /** Translations of what plugins say. */
  readonly texts?: readonly FurtherTexts[];
}

const WRITES: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** Lists of more records on a page count as long. */
const MANY = 20;

/** What the paths of files begin with. Source: 90-decisions P36. */
const MEDIA = "/media/";

/** Everything about a request that its route does not decide. */
interface Exchange {
  readonly mount: Mount;
  readonly ctx: Context;
  readonly id: string;
  readonly path: string;
  readonly query: RawValues;
  /** Why the query is none. */
  readonly refusal: CalendarError | undefined;
  readonly method: string;
  actor: Actor;
  fields: unknown;
  /** Of the error that is answered. */
  code?: unknown;
  matched?: Matched;
  request?: CalendarRequest;
}

const isMedia = ({ ctx, method, path }: Exchange): boolean =>
  path.startsWith(MEDIA) && method === ctx.method && (method === "GET" || method === "HEAD");

/** Of an answer that is small whatever the store holds. */
const whole = (answer: Answer): Prepared => ({ answer, representation: toWholeText(answer.body) });

/** Nobody is there any more to be answered. */
const leave = (ctx: Context): void => {
  ctx.respond = false;
};

/**
 * Answers requests for the interface, under the REST root or by `/?rest_route=`, and passes all others on: to stand alone or
 * inside a host. Steps in the order of 00-overview section 4.
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
  const mountOf = createMounts({ operations, settings, pluginRoutes, listFormats, extraMembers });
  const catalogues = withTexts(texts);
  const translate = createDescriptionTranslator(catalogues);
  const readArrival = createArrivalReader(settings);
  const negotiateLanguage = createLanguageNegotiation(settings.language);
  const money = toMoneyFormat(settings);
  const respond = createResponder(settings);
  const prepare = createPrepare({ clock, settings });
  const awaitEarlier = createAwaitEarlier();
  const serveMedia = createServeMedia(blobStore, settings.sendTimeout);
  const readBody = createBodyReader(settings.bodyLimit);
  const renderError = createErrorRenderer({ logger, bodyLimit: settings.bodyLimit, catalogues });

  const toRequest = (exchange: Exchange, { captured, parameters }: Matched): CalendarRequest => {
    const { ctx, mount, query, method, actor } = exchange;
    const addresses = mount.addressesOf(ctx.req);
    let values: Promise<RawValues> | undefined;
    const readValues = async (): Promise<RawValues> => {
      const isWrite = WRITES.has(method);
      const read = mergeValues(query, await readBody(ctx, { actor, isWrite, parameters }), isWrite);
      exchange.fields = read._fields;
      return read;
    };
    return {
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
  };

  const make = async (exchange: Exchange, matched: Matched, request: CalendarRequest): Promise<Answer> => {
    const answer = await matched.handle(request);
    const { language } = exchange.mount;
    const told = answer.isDescription
      ? { ...answer, language, body: translate(answer.body, language) }
      : answer;
    return { ...told, body: selectFields(told.body, exchange.fields) };
  };

  const answer = async (exchange: Exchange): Promise<Prepared | undefined> => {
    const { ctx, mount, path, query, method } = exchange;
    exchange.actor = await identify(ctx.req, { method, site: mount.addressesOf(ctx.req).site });
    const matched = mount.findRoute(path, method === "HEAD" ? "GET" : method);
    if (matched === undefined) return whole(noRoute(method));
    exchange.matched = matched;
    const request = toRequest(exchange, matched);
    exchange.request = request;
    if (exchange.refusal !== undefined) throw exchange.refusal;
    return prepare({
      ctx,
      isRead: !WRITES.has(method),
      list: matched.isList ? (Number(query.per_page) > MANY ? "long" : "short") : undefined,
      make: () => make(exchange, matched, request),
    });
  };

  /** Neither the store nor a plugin can make a failure of an answer that is there. */
  const setAllow = async (
    { ctx, matched, request, id }: Exchange,
    { status, allow }: Answer,
  ): Promise<void> => {
    if (matched === undefined || request === undefined || status >= 500) return;
    try {
      const methods = allow ?? (await matched.route.allow(request));
      ctx.res.setHeader("Allow", methods.join(", "));
    } catch (error) {
      logger.debug("what the caller may do is not known", { request: id, error });
    }
  };

  const logAnswer = ({ ctx, id, method, path, query, actor, code }: Exchange, milliseconds: number): void => {
    const client = clientAddress(ctx.req, settings.trustProxy);
    logger.info("answered", {
      request: id,
      method,
      path,
      status: ctx.status,
      milliseconds,
      ...(client !== "" && { client }),
      ...(actor.id !== undefined && { user: actor.id }),
    });
    const storeMilliseconds = timeInStore();
    logger.debug("details of an answer", {
      request: id,
      query,
      ...(code !== undefined && { code }),
      ...(storeMilliseconds !== undefined && { storeMilliseconds: Math.round(storeMilliseconds * 10) / 10 }),
    });
  };

  return async (ctx, next) => {
    const arrival = readArrival(ctx);
    if (arrival === undefined) return next();

    await awaitEarlier(ctx);
    if (isGone(ctx)) return leave(ctx);
    const { locale, path, query, refusal } = arrival;
    const mount = mountOf(locale);
    const started = clock.now();
    const method = toEffectiveMethod(ctx, query);
    const exchange: Exchange = {
      mount,
      ctx,
      id: requestIdOf(ctx, settings.trustProxy),
      path,
      query,
      refusal,
      method,
      actor: ANONYMOUS,
      fields: query._fields,
    };
    let result: Prepared | "served" | undefined;
    try {
      const isServed = isMedia(exchange) && (await serveMedia(ctx, path.slice(MEDIA.length)));
      result = isServed ? "served" : await answer(exchange);
    } catch (error) {
      const { id, actor } = exchange;
      const language = mount.isLocale ? mount.language : negotiateLanguage(ctx);
      const rendered = renderError(error, { id, method, path, actor, language });
      exchange.code = rendered.body.code;
      result = whole(rendered);
    }
    if (result === undefined) {
      logger.info("the client went away", { request: exchange.id, method, path });
      return leave(ctx);
    }
    if (result !== "served") {
      await setAllow(exchange, result.answer);
      respond(ctx, { method, actor: exchange.actor, addresses: mount.addressesOf(ctx.req) }, result);
    }
    logAnswer(exchange, clock.now() - started);
  };
};
