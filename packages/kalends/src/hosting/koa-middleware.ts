import type { KoaMiddleware } from "@kalends/http/hosting";
import type { Middleware } from "koa";

/** A middleware as hosts see it, without types of Koa. Sound: a Koa application calls it with its contexts. */
export const toKoaMiddleware = (middleware: Middleware): KoaMiddleware => middleware as KoaMiddleware;
