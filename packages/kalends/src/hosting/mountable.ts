import type { Callback } from "@kalends/http";
import type { Middleware } from "koa";

/** The same for both kinds of host. */
export interface Mountable {
  /** For a Koa application. */
  readonly middleware: Middleware;
  /** For `http.createServer`, Express, Fastify and whatever else calls `(request, response, next?)`. */
  readonly callback: Callback;
}
