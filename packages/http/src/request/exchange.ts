import type { Actor } from "@kalends/core";
import type { IfMatch, PluginRoute, RequestTrace, Upload } from "@kalends/core/interface";
import type { Context } from "koa";
import type { HttpSettings } from "../settings.ts";
import type { BodyBudgets } from "./body/body-memory.ts";
import { type ReceivedContent, receiveContent } from "./body/sent-content.ts";
import { toUpload } from "./body/upload-body.ts";
import { clientAddress } from "./caller/proxy.ts";
import { isGone, onceFinished, untilDrained } from "./connections.ts";
import { toIfMatch } from "./if-match.ts";
import { prefersStrict } from "./preference.ts";
import { traceOf } from "./trace-context.ts";

/** Transport of a request and its response, as endpoints use it. */
export interface Exchange {
  /** Request id in the log. */
  readonly id: string;
  /** Returns the request id and trace that are recorded with writes of the request. */
  trace(): RequestTrace;
  /** Value of `Idempotency-Key`; `undefined` without one. */
  idempotencyKey(): string | undefined;
  /** True if the client requests strict handling. Source: RFC 7240. */
  isStrict(): boolean;
  /** Revisions that the record may have to be written. */
  ifMatch(): IfMatch | undefined;
  /** Returns the media type that the client prefers among these; `false` if it accepts none. */
  preferredOf(mediaTypes: readonly string[]): string | false;
  /** Returns the body as an image upload; nothing is read until it is used. */
  upload(): Upload;
  /** Returns the body if it has one of these types; `undefined` for a body of parameters, or without a body. */
  content(consumes: NonNullable<PluginRoute["consumes"]>): ReceivedContent | undefined;
  /** True if the client has disconnected. */
  isGone(): boolean;
  /**
   * Calls once when the client has disconnected or the response is sent; at once if this has already happened.
   * Returns a function that cancels the call.
   */
  onceOver(call: () => void): () => void;
  /** Value of `Last-Event-ID`, sent to resume an event stream; `undefined` without one. */
  lastEventId(): string | undefined;
  /** Identifies the caller again, with current rights. Rejects if a new request by the caller would be refused. */
  identify(): Promise<Actor>;
  /** Returns the IP address of the client; empty if it has none. */
  clientAddress(): string;
  /** Counts additional requests for the caller. Throws `rest_too_many_requests` if the limit is exceeded. */
  countMore(actor: Actor, requests: number): Promise<void>;
  /** Runs work as a long list of this client; only few long lists run at once. */
  inListTurn<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when the connection can accept more data, or the client has disconnected. */
  untilTaken(): Promise<void>;
  /** Closes the connection without finishing the response. */
  cut(): void;
}

interface ExchangeDeps extends Pick<Exchange, "identify" | "countMore" | "inListTurn"> {
  readonly settings: Pick<HttpSettings, "trustProxy" | "requireIfMatch">;
  /** Memory budgets for images, and for bodies that are read as they arrive. */
  readonly budgets: Pick<BodyBudgets, "files" | "contents">;
}

/** Creates the exchange for a request that came through a server. */
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
  onceOver: (call) => onceFinished(ctx, call),
  lastEventId: () => ctx.get("Last-Event-ID") || undefined,
  identify,
  countMore,
  inListTurn,
  untilTaken: () => untilDrained(ctx),
  clientAddress: () => clientAddress(ctx.req, settings.trustProxy),
  cut: () => void ctx.res.destroy(),
});
