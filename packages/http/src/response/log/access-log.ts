import type { Logger } from "@kalends/core";
import type { Context } from "koa";
import { createIdentityParameters } from "../../request/caller/identity-parameters.ts";
import { clientAddress } from "../../request/caller/proxy.ts";
import { toLogFields, traceOf } from "../../request/trace-context.ts";
import type { RequestState } from "../../request-state.ts";
import type { HttpSettings } from "../../settings.ts";

interface AccessLogDeps {
  readonly logger: Logger;
  readonly settings: Pick<HttpSettings, "trustProxy" | "identityParameters">;
  readonly timeInStore: () => number | undefined;
}

type LoggedRequest = Pick<RequestState, "id" | "method" | "path" | "query" | "actor" | "errorCode">;

/**
 * Creates the access log. It writes an `info` line for each response, and a `debug` line with details. If the
 * client disconnects before the response, it writes only an `info` line.
 */
export const createAccessLog = ({
  logger,
  settings,
  timeInStore,
}: AccessLogDeps): ((ctx: Context, request: LoggedRequest, milliseconds: number) => void) => {
  const { masked } = createIdentityParameters(settings);
  return (ctx, { id, method, path, query, actor, errorCode }, milliseconds) => {
    const isDebug = logger.isEnabled?.("debug") ?? true;
    if (!isDebug && logger.isEnabled?.("info") === false) return;
    const named = toLogFields(traceOf(ctx, id));
    const request = { ...named, method, path };
    if (ctx.respond === false) {
      logger.info("the client went away", request);
      return;
    }
    const client = clientAddress(ctx.req, settings.trustProxy);
    logger.info("answered", {
      ...request,
      status: ctx.status,
      milliseconds,
      ...(client !== "" && { client }),
      ...(actor.id !== undefined && { user: actor.id }),
    });
    if (!isDebug) return;
    const storeMilliseconds = timeInStore();
    logger.debug("details of an answer", {
      ...named,
      query: masked(query().values),
      ...(errorCode !== undefined && { code: errorCode }),
      ...(storeMilliseconds !== undefined && { storeMilliseconds: Math.round(storeMilliseconds * 10) / 10 }),
    });
  };
};
