import type { Actor } from "@kalends/core";
import type { Context } from "koa";
import type { Addresses } from "./addresses.ts";
import { lingerUntilRead } from "./lingering-close.ts";
import { hasBody } from "./request-body.ts";
import { setCaching, setCommonHeaders, setEntityTag } from "./response-headers.ts";
import type { Answer } from "./route.ts";
import type { HttpSettings } from "./settings.ts";

/** To whom an answer goes. */
export interface Recipient {
  /** The method that counts, which need not be the one of the request line. */
  readonly method: string;
  readonly actor: Actor;
  readonly addresses: Addresses;
}

/** Sends an answer with the headers that all of them have; nothing but headers to those who ask for no more. */
export type Respond = (ctx: Context, recipient: Recipient, answer: Answer) => void;

/** Source: 00-overview sections 5 and 10, 90-decisions P18 and P33. */
export const createResponder =
  (settings: HttpSettings): Respond =>
  (ctx, { method, actor, addresses }, { status, body, headers = {}, language }) => {
    const isRead = method === "GET" || method === "HEAD";
    const text = JSON.stringify(body);
    setCommonHeaders(ctx, addresses);
    const isAddressed = ctx.get("X-HTTP-Method-Override") === "" && !hasBody(ctx);
    setCaching(ctx, { isRead, isAddressed, isSignedIn: actor.id !== undefined, status }, settings);
    ctx.set(headers);
    if (language !== undefined) ctx.set("Content-Language", language);
    if (status === 503) ctx.set("Retry-After", String(settings.storageRetryAfter));
    const isKnown = isRead && setEntityTag(ctx, text);
    if (isKnown && status === 200) ctx.status = 304;
    else {
      ctx.status = status;
      // A HEAD of the request line gets the length without the bytes; one that is only asked for gets neither.
      ctx.body = method === "HEAD" && ctx.method !== "HEAD" ? "" : text;
    }
    lingerUntilRead(ctx);
  };
