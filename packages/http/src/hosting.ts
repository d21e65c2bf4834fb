/**
 * Types for host applications, exported as `@kalends/http/hosting`. They import no types of Koa, because a
 * host may not have Koa installed.
 */
import type { IncomingMessage, ServerResponse } from "node:http";

export type { ReportedRequest } from "./response/log/reported-request.ts";

/**
 * Handles one request of a Node server or of a host such as Express. With `next`, requests for paths outside
 * the calendar are passed to the host unchanged. Without `next`, such requests get a 404 in the error
 * envelope of the interface.
 */
export type Callback = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void;

/** Members that distinguish a Koa context from the arguments of other frameworks. */
export interface KoaContext {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

/** Value of `context.state.calendar`, which the middleware of the host can read. */
export interface CalledInterface {
  /** Account id of the caller; `undefined` for a visitor. */
  readonly user: number | undefined;
  /** Effective HTTP method, which may differ from the one in the request line. */
  readonly method: string;
  /** Path below the REST root and the locale, such as `/tribe/events/v1/events`. */
  readonly path: string;
}

/** Middleware to pass to `use` of a Koa application. It works with Koa contexts only. */
export type KoaMiddleware = (context: KoaContext, next: () => Promise<unknown>) => Promise<unknown>;
