/**
 * Types for hosts, exported as `@kalends/http/hosting`. They do not import types of Koa: a host may not have Koa
 * installed.
 */
import type { IncomingMessage, ServerResponse } from "node:http";

export type { ReportedRequest } from "./response/log/reported-request.ts";

/**
 * Answers one request of a Node server or of a host such as Express. If the host gives `next`, requests for other
 * paths are passed to it unchanged. Without `next` they get a 404 in the error envelope of the interface.
 */
export type Callback = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void;

/** Members of a Koa context that distinguish it from other types. */
export interface KoaContext {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

/** The value of `context.state.calendar` in a middleware of the host. */
export interface CalledInterface {
  /** Account id of the caller; `undefined` for a visitor. */
  readonly user: number | undefined;
  /** Effective method, which may differ from the method of the request line. */
  readonly method: string;
  /** Path below the REST root and the locale segment, such as `/tribe/events/v1/events`. */
  readonly path: string;
}

/** Middleware for `use` of a Koa application. It works only with Koa contexts. */
export type KoaMiddleware = (context: KoaContext, next: () => Promise<unknown>) => Promise<unknown>;
