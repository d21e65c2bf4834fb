import { randomUUID } from "node:crypto";
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
import { type Matched, noRoute } from "./calendar-router.ts";
import type { ExtraMembers } from "./document/document.ts";
import { createErrorRenderer } from "./error-handler.ts";
import type { Identify } from "./identify.ts";
import { createServeMedia } from "./media.ts";
import { type FurtherTexts, withTexts } from "./messages/languages.ts";
import { createMounts, type Mount } from "./mounts.ts";
import { createLanguageNegotiation } from "./negotiated-language.ts";
import type { RawValues } from "./parser.ts";
import { createPresentation, toMoneyFormat } from "./presentation.ts";
import { createBodyReader } from "./request-body.ts";
import { mergeValues } from "./request-values.ts";
import { createResponder } from "./responder.ts";
import type { Answer, CalendarRequest } from "./route.ts";
import { createArrivalReader, toEffectiveMethod } from "./route-path.ts";
import { selectFields } from "./selected-fields.ts";
import type { HttpSettings } from "./settings.ts";
import { createDescriptionTranslator } from "./translated-description.ts";

export interface CalendarMiddlewareDeps {
  readonly operations: Operations;
  /** Which statuses are public: their records have addresses with slugs. */
  readonly postStatuses: Pick<PostStatuses, "isPublic">;
  readonly identify: Identify;
  readonly blobStore: BlobStore;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly settings: HttpSettings;
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
  matched?: Matched;
  request?: CalendarRequest;
}

const isMedia = ({ ctx, method, path }: Exchange): boolean =>
  path.startsWith(MEDIA) && method === ctx.method && (method === "GET" || method === "HEAD");

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
  const serveMedia = createServeMedia(blobStore);
  const readBody = createBodyReader(settings.bodyLimit);
  const renderError = createErrorRenderer({ logger, bodyLimit: settings.bodyLimit, catalogues });

  const toRequest = (exchange: Exchange, { captured, parameters }: Matched): CalendarRequest => {
    const { ctx, mount, query, method, actor } = exchange;
    const addresses = mount.addressesOf(ctx.req);
    return {
      ctx,
      actor,
      captured,
      addresses,
      query,
      presentation: (structured) =>
        createPresentation({ addresses, money, structured, isPublic: postStatuses.isPublic }),
      async values() {
        const isWrite = WRITES.has(method);
        const values = mergeValues(query, await readBody(ctx, { actor, isWrite, parameters }), isWrite);
        exchange.fields = values._fields;
        return values;
      },
    };
  };

  const answer = async (exchange: Exchange): Promise<Answer> => {
    const { ctx, mount, path, method } = exchange;
    exchange.actor = await identify(ctx.req, { method, site: mount.addressesOf(ctx.req).site });
    const matched = mount.findRoute(path, method === "HEAD" ? "GET" : method);
    if (matched === undefined) return noRoute(method);
    exchange.matched = matched;
    exchange.request = toRequest(exchange, matched);
    if (exchange.refusal !== undefined) throw exchange.refusal;
    const answer = await matched.handle(exchange.request);
    const { language } = mount;
    const told = answer.isDescription
      ? { ...answer, language, body: translate(answer.body, language) }
      : answer;
    return { ...told, body: selectFields(told.body, exchange.fields) };
  };

  const setAllow = async ({ ctx, matched, request }: Exchange, status: number): Promise<void> => {
    if (matched === undefined || request === undefined || status >= 500) return;
    ctx.res.setHeader("Allow", (await matched.route.allow(request)).join(", "));
  };

  return async (ctx, next) => {
    const arrival = readArrival(ctx);
    if (arrival === undefined) return next();

    const { locale, path, query, refusal } = arrival;
    const mount = mountOf(locale);
    const started = clock.now();
    const method = toEffectiveMethod(ctx, query);
    const exchange: Exchange = {
      mount,
      ctx,
      id: randomUUID(),
      path,
      query,
      refusal,
      method,
      actor: ANONYMOUS,
      fields: query._fields,
    };
    let result: Answer | "served";
    try {
      const isServed = isMedia(exchange) && (await serveMedia(ctx, path.slice(MEDIA.length)));
      result = isServed ? "served" : await answer(exchange);
      if (result !== "served") await setAllow(exchange, result.status);
    } catch (error) {
      const { id, actor } = exchange;
      const language = mount.isLocale ? mount.language : negotiateLanguage(ctx);
      result = renderError(error, { id, method, path, actor, language });
      await setAllow(exchange, result.status).catch(() => undefined);
    }
    if (result !== "served") {
      respond(ctx, { method, actor: exchange.actor, addresses: mount.addressesOf(ctx.req) }, result);
    }
    logger.info("answered", {
      request: exchange.id,
      method,
      path,
      status: ctx.status,
      milliseconds: clock.now() - started,
      ...(exchange.actor.id !== undefined && { user: exchange.actor.id }),
    });
  };
};
