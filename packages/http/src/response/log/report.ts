import { traceOf } from "../../request/trace-context.ts";
import { REQUEST, type Step } from "../../request-state.ts";
import type { HttpSettings } from "../../settings.ts";
import type { ReportedRequest } from "./reported-request.ts";

interface ReportDeps {
  /** Called for each response. Must not throw. */
  readonly onRequest: (request: ReportedRequest) => void;
  readonly settings: Pick<HttpSettings, "restRoot">;
  readonly timeInStore: () => number | undefined;
}

/** Creates the step that reports each response. It reports nothing if the client has disconnected. */
export const createReport =
  ({ onRequest, settings: { restRoot }, timeInStore }: ReportDeps): Step =>
  async (ctx, next) => {
    const started = performance.now();
    await next();
    const { id, method, sendable, template = sendable?.template } = ctx[REQUEST];
    if (ctx.respond === false) return;
    const storeMilliseconds = timeInStore();
    onRequest({
      method,
      ...(template !== undefined && { route: restRoot + template }),
      status: ctx.status,
      milliseconds: performance.now() - started,
      ...(storeMilliseconds !== undefined && { storeMilliseconds }),
      ...traceOf(ctx, id),
    });
  };
