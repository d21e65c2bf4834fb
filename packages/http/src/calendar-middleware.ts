import { randomUUID } from "node:crypto";
import {
  type Accounts,
  type Actor,
  ANONYMOUS,
  CalendarError,
  type Clock,
  type ListFormat,
  type Logger,
  type Operations,
  type PluginRoute,
} from "@kalends/core";
import type { Context, Middleware } from "koa";
import { createAddresses } from "./addresses.ts";
import { createCalendarRouter, type Matched, noRoute } from "./calendar-router.ts";
import { readCredentials } from "./credentials.ts";
import { createErrorRenderer } from "./error-handler.ts";
import { createIndexRoute } from "./index-route.ts";
import { en } from "./messages/en.ts";
import type { RawValues } from "./parser.ts";
import { createPluginRoutes } from "./plugin-routes.ts";
import { createPresentation } from "./presentation.ts";
import { createRecordRoutes } from "./record-routes.ts";
import { createBodyReader } from "./request-body.ts";
import { mergeValues, readQuery } from "./request-values.ts";
import { forEachResource } from "./resource.ts";
import { createResponder } from "./responder.ts";
import type { Answer, CalendarRequest, Route } from "./route.ts";
import { toEffectiveMethod, toRoutePath } from "./route-path.ts";
import { selectFields } from "./selected-fields.ts";
import type { HttpSettings } from "./settings.ts";

export interface CalendarMiddlewareDeps {
  readonly operations: Operations;
  readonly accounts: Accounts;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly settings: HttpSettings;
  /** What plugins add below the namespace; nothing by default. */
  readonly pluginRoutes?: readonly PluginRoute[];
  /** Other forms of lists that plugins add; nothing by default. */
  readonly listFormats?: readonly ListFormat[];
}

const WRITES: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** Everything about a request that its route does not decide. */
interface Exchange {
  readonly ctx: Context;
  readonly id: string;
  readonly path: string;
  readonly query: RawValues;
  readonly method: string;
  actor: Actor;
  fields: unknown;
  matched?: Matched;
  request?: CalendarRequest;
}

/**
 * Answers requests for the interface, under the REST root or by `/?rest_route=`, and passes all others on: to stand alone or
 * inside a host. Steps in the order of 00-overview section 4.
 */
export const createCalendarMiddleware = ({
  operations,
  accounts,
  logger,
  clock,
  settings,
  pluginRoutes = [],
  listFormats = [],
}: CalendarMiddlewareDeps): Middleware => {
  const namespace = `${settings.vendor}/events/v1`;
  const routes: Route[] = [];
  forEachResource(operations, (resource) => routes.push(...createRecordRoutes(resource, listFormats)));
  routes.push(...createPluginRoutes(pluginRoutes));
  const findRoute = createCalendarRouter(namespace, [createIndexRoute(namespace, routes), ...routes]);
  const addressesOf = createAddresses(settings);
  const respond = createResponder(settings);
  const readBody = createBodyReader(settings.bodyLimit);
  const renderError = createErrorRenderer({ logger, messages: en, bodyLimit: settings.bodyLimit });

  const authenticate = async (ctx: Context): Promise<Actor> => {
    const credentials = readCredentials(ctx.req.headers.authorization);
    if (credentials === undefined) return ANONYMOUS;
    const authentication = await accounts.authenticate(credentials);
    if ("failure" in authentication) throw new CalendarError(authentication.failure);
    return authentication.actor;
  };

  const toRequest = (exchange: Exchange, { captured }: Matched): CalendarRequest => {
    const { ctx, query, method, actor } = exchange;
    const addresses = addressesOf(ctx.req);
    return {
      ctx,
      actor,
      captured,
      addresses,
      query,
      presentation: (structured) => createPresentation({ addresses, settings, free: en.free, structured }),
      async values() {
        const values = mergeValues(query, await readBody(ctx), WRITES.has(method));
        exchange.fields = values._fields;
        return values;
      },
    };
  };

  const answer = async (exchange: Exchange): Promise<Answer> => {
    const { ctx, path, method } = exchange;
    exchange.actor = await authenticate(ctx);
    const matched = findRoute(path, method === "HEAD" ? "GET" : method);
    if (matched === undefined) return noRoute(method);
    exchange.matched = matched;
    exchange.request = toRequest(exchange, matched);
    const { status, body, headers } = await matched.handle(exchange.request);
    return { status, body: selectFields(body, exchange.fields), ...(headers !== undefined && { headers }) };
  };

  const setAllow = async ({ ctx, matched, request }: Exchange, status: number): Promise<void> => {
    if (matched === undefined || request === undefined || status >= 500) return;
    ctx.res.setHeader("Allow", (await matched.route.allow(request)).join(", "));
  };

  return async (ctx, next) => {
    const isRoot = ctx.path === "/";
    const query = isRoot || ctx.path.startsWith(settings.restRoot) ? readQuery(ctx) : {};
    const path = toRoutePath(ctx, query, settings);
    if (path === undefined) return next();

    const started = clock.now();
    const method = toEffectiveMethod(ctx, query);
    const exchange: Exchange = {
      ctx,
      id: randomUUID(),
      path,
      query,
      method,
      actor: ANONYMOUS,
      fields: undefined,
    };
    let result: Answer;
    try {
      result = await answer(exchange);
      await setAllow(exchange, result.status);
    } catch (error) {
      const { id, actor } = exchange;
      result = renderError(error, { id, method, path, actor });
      await setAllow(exchange, result.status).catch(() => undefined);
    }
    respond(ctx, { method, actor: exchange.actor, addresses: addressesOf(ctx.req) }, result);
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
