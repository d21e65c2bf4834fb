import { Readable } from "node:stream";
import type { Actor } from "@kalends/core";
import type { Context } from "koa";
import type { Addresses } from "../request/addresses.ts";
import { hasBody } from "../request/request-body.ts";
import type { HttpSettings } from "../settings.ts";
import { deliver } from "./deliver.ts";
import { lingerUntilRead } from "./lingering-close.ts";
import type { Prepared } from "./preparation.ts";
import type { Representation } from "./representation.ts";
import { setCaching, setCommonHeaders, setEntityTag } from "./response-headers.ts";

/** To whom an answer goes. */
export interface Recipient {
  /** The method that counts, which need not be the one of the request line. */
  readonly method: string;
  readonly actor: Actor;
  readonly addresses: Addresses;
}

/** Sends an answer with the headers that all of them have; nothing but headers to those who ask for no more. */
export type Respond = (ctx: Context, recipient: Recipient, prepared: Prepared) => void;

/** Source: 00-overview sections 5 and 10, 90-decisions P18, P33 and P42. */
export const createResponder =
  (settings: HttpSettings): Respond =>
  (ctx, { method, actor, addresses }, { answer, representation }) => {
    const { status, headers = {}, language } = answer;
    const isRead = method === "GET" || method === "HEAD";
    setCommonHeaders(ctx, addresses);
    const isAddressed = ctx.get("X-HTTP-Method-Override") === "" && !hasBody(ctx);
    setCaching(ctx, { isRead, isAddressed, isSignedIn: actor.id !== undefined, status }, settings);
    ctx.set(headers);
    if (language !== undefined) ctx.set("Content-Language", language);
    if (status === 503) ctx.set("Retry-After", String(settings.storageRetryAfter));
    const isKnown = isRead && setEntityTag(ctx, representation.tag);
    if (isKnown && status === 200) ctx.status = 304;
    else {
      ctx.status = status;
      // A HEAD of the request line gets the length without the bytes; one that is only asked for gets neither.
      if (method === "HEAD" && ctx.method !== "HEAD") ctx.body = "";
      else setBody(ctx, representation);
    }
    deliver(ctx, settings.sendTimeout);
    lingerUntilRead(ctx);
  };

const setBody = (ctx: Context, representation: Representation): void => {
  if ("text" in representation) {
    ctx.body = representation.text;
    return;
  }
  if (ctx.method !== "HEAD") ctx.body = Readable.from(representation.portions(), { objectMode: false });
  ctx.length = representation.length;
};
