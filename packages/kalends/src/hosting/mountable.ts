import type { Callback, KoaMiddleware } from "@kalends/http/hosting";

/** The same for both kinds of host. */
export interface Mountable {
  /** For a Koa application. */
  readonly middleware: KoaMiddleware;
  /** For `http.createServer`, Express, Fastify and whatever else calls `(request, response, next?)`. */
  readonly callback: Callback;
}
