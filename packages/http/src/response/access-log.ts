import type { Logger } from "@kalends/core";
import { clientAddress } from "../request/proxy.ts";
import type { RequestState } from "../request-state.ts";
import type { HttpSettings } from "../settings.ts";

interface AccessLogDeps {
  readonly logger: Logger;
  readonly settings: Pick<HttpSettings, "trustProxy">;
  readonly timeInStore: () => number | undefined;
}

/** One line for each request that was answered, and one more for those who look for something. */
export const createAccessLog =
  ({ logger, settings: { trustProxy }, timeInStore }: AccessLogDeps) =>
  ({ ctx, id, method, path, query, actor, errorCode }: RequestState, milliseconds: number): void => {
    const request = { request: id, method, path };
    if (ctx.respond === false) {
      logger.info("the client went away", request);
      return;
    }
    const client = clientAddress(ctx.req, trustProxy);
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
      get query() {
        return query().values;
      },
      ...(errorCode !== undefined && { code: errorCode }),
      ...(storeMilliseconds !== undefined && { storeMilliseconds: Math.round(storeMilliseconds * 10) / 10 }),
    });
  };
