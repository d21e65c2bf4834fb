import type { Actor } from "@kalends/core";
import type { IfMatch, PluginRoute, RequestTrace, Upload } from "@kalends/core/interface";
import type { Context } from "koa";
import type { HttpSettings } from "../settings.ts";
import type { BodyBudgets } from "./body/body-budget.ts";
import { type ReceivedContent, receiveContent } from "./body/sent-content.ts";
import { toUpload } from "./body/upload-body.ts";
import { clientAddress } from "./caller/proxy.ts";
import { isGone, onceOver, untilTaken } from "./connections.ts";
import { toIfMatch } from "./if-match.ts";
import { prefersStrict } from "./preference.ts";
import { traceOf } from "./trace-context.ts";

/** How a request has come and where its answer goes, as far as endpoints look at it. */
export interface Exchange {
  /** By which logs know the request. */
  readonly id: string;
  /** What is told of the request with what it writes. */
  trace(): RequestTrace;
  /** What `Idempotency-Key` says; absent: nothing. */
  idempotencyKey(): string | undefined;
  /** Whether strict handling is asked for. Source: RFC 7240. */
  isStrict(): boolean;
  /** Which revisions a record may have to be written. */
  ifMatch(): IfMatch | undefined;
  /** Which of these media types the caller likes best; `false`: none. */
  preferredOf(mediaTypes: readonly string[]): string | false;
  /** The body as an image, of which nothing is read before it is asked for. */
  upload(): Upload;
  /** The body where it is of one of these types; `undefined` where it has parameters, or there is none. */
  content(consumes: NonNullable<PluginRoute["consumes"]>): ReceivedContent | undefined;
  /** Whether nobody waits for the answer any more. */
  isGone(): boolean;
  /** Calls once when nobody waits any more, or all is sent; at once when that has happened. Answers how to stop that. */
  onceOver(call: () => void): () => void;
  /** The last id of a stream of events that was cut off; absent: none. */
  lastEventId(): string | undefined;
  /** The caller as they are by now. Rejects where a new request of theirs would be refused. */
  identify(): Promise<Actor>;
  /** The IP address that the request comes from; empty when there is none. */
  clientAddress(): string;
  /** Counts so many requests more for the caller; throws `rest_too_many_requests` where that is too many. */
  countMore(actor: Actor, requests: number): Promise<void>;
  /** Runs work as one of the long lists of this client, of which few are read at once. */
  inListTurn<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when the client may be sent more: what was written waits in its connection alone, or nobody waits any more. */
  untilTaken(): Promise<void>;
  /** Cuts the connection. */
  cut(): void;
}

interface ExchangeDeps extends Pick<Exchange, "identify" | "countMore" | "inListTurn"> {
  readonly settings: Pick<HttpSettings, "trustProxy" | "requireIfMatch">;
  /** Room for the image, and for a body that is read as it arrives. */
  readonly budgets: Pick<BodyBudgets, "files" | "contents">;
}

/** By way of a server. */
export const toExchange = (
  ctx: Context,
  id: string,
  { identify, countMore, inListTurn, settings, budgets }: ExchangeDeps,
): Exchange => ({
  id,
  trace: () => traceOf(ctx, id),
  idempotencyKey: () => ctx.req.headers["idempotency-key"]?.toString(),
  isStrict: () => prefersStrict(ctx.get("Prefer")),
  ifMatch: () => toIfMatch(ctx.headers["if-match"], settings.requireIfMatch),
  preferredOf(mediaTypes) {
    ctx.vary("Accept");
    return ctx.accepts(...mediaTypes);
  },
  upload: () => toUpload(ctx, budgets.files),
  content: (consumes) => receiveContent(ctx, consumes, budgets.contents),
  isGone: () => isGone(ctx),
  onceOver: (call) => onceOver(ctx, call),
  lastEventId: () => ctx.get("Last-Event-ID") || undefined,
  identify,
  countMore,
  inListTurn,
  untilTaken: () => untilTaken(ctx),
  clientAddress: () => clientAddress(ctx.req, settings.trustProxy),
  cut: () => void ctx.res.destroy(),
});
