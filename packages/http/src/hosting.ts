/** Types that hosts see, as the entry `@kalends/http/hosting`. They need no types of Koa: not every host has Koa. */
import type { IncomingMessage, ServerResponse } from "node:http";

export type { AnsweredRequest } from "./response/log/answered-request.ts";

/**
 * Answers one request of a Node server, or of a host such as Express that gives `next`: then what is not ours goes on to it
 * as it came. Without `next` everything else is a 404 in the envelope of the interface.
 */
export type Callback = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void;

/** The context of a Koa application, as far as types must distinguish it. */
export interface KoaContext {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

/** The value of `context.state.calendar` in a middleware of the host. */
export interface CalledInterface {
  /** The number of the caller; `undefined`: a visitor. */
  readonly user: number | undefined;
  /** The method that counts, which need not be the one of the request line. */
  readonly method: string;
  /** Below the REST root and the segment of a locale, such as `/tribe/events/v1/events`. */
  readonly path: string;
}

/** A middleware for `use` of a Koa application, which calls it with its own contexts; nothing else can. */
export type KoaMiddleware = (context: KoaContext, next: () => Promise<unknown>) => Promise<unknown>;
