import type { IncomingMessage, ServerResponse } from "node:http";
import Koa, { type Middleware } from "koa";

/**
 * Answers one request of a Node server, or of a host such as Express that gives `next`: then what is not ours goes on to it
 * as it came. Without `next` everything else is a 404 in the envelope of the interface.
 */
export type Callback = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void;

export interface CallbackDeps {
  readonly middleware: Middleware;
  /** Answers every request. */
  readonly http: Koa;
}

export const createCallback = ({ middleware, http }: CallbackDeps): Callback => {
  const answerAll = http.callback();
  const passed = new WeakSet<IncomingMessage>();
  const guest = new Koa();
  guest.on("error", (error) => http.emit("error", error));
  guest.use(middleware);
  guest.use((ctx) => {
    ctx.respond = false;
    passed.add(ctx.req);
  });
  const answerOurs = guest.callback();
  return (request, response, next) => {
    if (next === undefined) {
      void answerAll(request, response);
      return;
    }
    const { statusCode } = response;
    void answerOurs(request, response).then(() => {
      if (!passed.has(request)) return;
      response.statusCode = statusCode;
      next();
    });
  };
};
