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

/** A middleware for `use` of a Koa application, which calls it with its own contexts; nothing else can. */
export type KoaMiddleware = (context: KoaContext, next: () => Promise<unknown>) => Promise<unknown>;
