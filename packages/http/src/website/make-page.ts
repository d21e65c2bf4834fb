import { isCalendarError, isStorageFailure, type Logger } from "@kalends/core";
import type { WebsiteHandler, WebsiteRequest, WebsiteResponse } from "@kalends/core/interface";
import type { Context } from "koa";
import { requestIdOf } from "../request/caller/proxy.ts";
import { isGone, onceFinished } from "../request/connections.ts";
import { toLogFields, traceOf } from "../request/trace-context.ts";
import type { Prepare, Prepared } from "../response/preparation.ts";
import type { HttpSettings } from "../settings.ts";
import type { WebsiteHandlers } from "./imported-view-redirects.ts";
import { createLoggedPath } from "./logged-path.ts";
import type { FindNewAddress } from "./old-addresses.ts";
import { toPageResponse } from "./page-sendable.ts";

/** Web page to send. */
export interface PreparedPage extends Prepared {
  /** True if all handlers that were called are pure, so that the web page may be cached. */
  readonly isPure: boolean;
}

interface HandlerResult extends Pick<PreparedPage, "isPure"> {
  readonly answer: WebsiteResponse;
}

interface MakePageDeps {
  readonly handlers: readonly WebsiteHandler[];
  /**
   * True if web pages may be cached, because all functions of plugins that contribute to reading records are
   * pure.
   */
  readonly mayKeep: boolean;
  readonly prepare: Prepare;
  readonly logger: Logger;
  readonly settings: Pick<HttpSettings, "trustProxy">;
  readonly findNewAddress: FindNewAddress | undefined;
}

/**
 * Creates the function that produces a web page. It calls the handlers one after the other. If no handler
 * responds, or the response is a 404, it looks for a redirect from an old address. It returns `undefined` if
 * it finds no response or the client has disconnected. `isOurs`: if true, a GET waits for its turn among the
 * web pages. If false, no handler can respond, and only redirects are searched.
 */
export const createMakePage = ({
  handlers,
  mayKeep,
  prepare,
  logger,
  settings,
  findNewAddress,
}: MakePageDeps): ((
  ctx: Context,
  request: WebsiteRequest,
  isOurs: boolean,
) => Promise<PreparedPage | undefined>) => {
  const toLoggedPath = createLoggedPath(handlers);
  const askHandlers = async (request: WebsiteRequest): Promise<HandlerResult | undefined> => {
    let isPure = mayKeep;
    for (const handler of handlers) {
      if (request.isGone()) return undefined;
      if (handler.isFor?.(request) === false) continue;
      isPure &&= handler.pure === true;
      const answer = await handler.handle(request);
      // Handlers in JavaScript may return `null`.
      if (answer !== undefined && answer !== null) return { answer, isPure };
    }
    return undefined;
  };

  const asked: WebsiteHandlers = {
    areFor: (request) => handlers.some((handler) => handler.isFor?.(request) === true),
    async answer(request) {
      try {
        return (await askHandlers(request))?.answer;
      } catch (error) {
        if (!isCalendarError(error) || isStorageFailure(error)) throw error;
        return undefined;
      }
    },
  };

  const askOldAddresses = async (
    request: WebsiteRequest,
    query: string,
  ): Promise<HandlerResult | undefined> => {
    const isAsked = request.method === "GET" && !request.isGone();
    const answer = isAsked ? await findNewAddress?.(request, query, asked) : undefined;
    return answer && { answer, isPure: false };
  };

  const ask = async (request: WebsiteRequest, query: string): Promise<HandlerResult | undefined> => {
    try {
      const heard = await askHandlers(request);
      if (heard !== undefined && heard.answer.status !== 404) return heard;
      return (await askOldAddresses(request, query)) ?? heard;
    } catch (error) {
      // The handler requested a record that does not exist or that visitors cannot see.
      if (!isCalendarError(error) || isStorageFailure(error)) throw error;
      const heard = await askOldAddresses(request, query);
      if (heard === undefined) throw error;
      return heard;
    }
  };

  return async (ctx, request, isOurs) => {
    const path = toLoggedPath(request.path);
    const exchange = { isGone: () => isGone(ctx), onceOver: (call: () => void) => onceFinished(ctx, call) };
    const failed = (error: unknown): void => {
      const id = requestIdOf(ctx, settings.trustProxy);
      logger.error("a stream failed", { ...toLogFields(traceOf(ctx, id)), method: ctx.method, path, error });
    };
    let heard: HandlerResult | undefined;
    const isRead = request.method === "GET";
    const prepared = await prepare({
      ctx,
      isRead,
      // A POST may take long, so it does not occupy a place among the web pages.
      list: isRead && isOurs ? "page" : undefined,
      async make() {
        heard = await (isOurs ? ask : askOldAddresses)(request, ctx.querystring);
        return heard === undefined
          ? { status: 404, body: null }
          : toPageResponse(heard.answer, exchange, failed, heard.isPure);
      },
    });
    return prepared && heard && { ...prepared, isPure: heard.isPure };
  };
};
