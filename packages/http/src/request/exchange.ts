import type { Actor } from "@kalends/core";
import type { SignInClient } from "@kalends/core/accounts";
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

/** Access to the transport of a request and its response, for endpoints. */
export interface Exchange {
  /** Request id for the log. */
  readonly id: string;
  /** Returns the request id and trace context, which are recorded with the writes of the request. */
  trace(): RequestTrace;
  /** Returns the header `Idempotency-Key`; `undefined` if absent. */
  idempotencyKey(): string | undefined;
  /** True if the client requests strict handling with the header `Prefer`. Source: RFC 7240. */
  isStrict(): boolean;
  /**
   * Returns the revisions that the `If-Match` header allows for the record to be written; see `toIfMatch`.
   */
  ifMatch(): IfMatch | undefined;
  /**
   * Returns the media type among `mediaTypes` that the client prefers; `false` if it accepts none of them.
   */
  preferredOf(mediaTypes: readonly string[]): string | false;
  /** Returns the body as an image upload. Nothing is read before the upload is used. */
  upload(): Upload;
  /**
   * Returns the body as a stream if its media type is in `consumes`. Returns `undefined` if the request has
   * no body, or a body that contains parameters. Throws for other media types.
   */
  content(consumes: NonNullable<PluginRoute["consumes"]>): ReceivedContent | undefined;
  /** True if the client has disconnected. */
  isGone(): boolean;
  /**
   * Calls `call` once when the client has disconnected or the response is sent. Calls it immediately if this
   * has already happened. Returns a function that cancels the call.
   */
  onceOver(call: () => void): () => void;
  /**
   * Returns the header `Last-Event-ID`, which clients send to resume an event stream; `undefined` if absent.
   */
  lastEventId(): string | undefined;
  /**
   * Identifies the caller again, with current rights. Rejects if a new request of the caller would be
   * refused.
   */
  identify(): Promise<Actor>;
  /** Returns the IP address of the client; empty if the connection has none. */
  clientAddress(): string;
  /** Returns device and address of the client, and the token of its session cookie, valid or not. */
  client(): SignInClient;
  /**
   * Counts additional requests for the caller. Throws `rest_too_many_requests` if the caller exceeds the rate
   * limit.
   */
  countMore(actor: Actor, requests: number): Promise<void>;
  /**
   * Runs `work` when it is this client's turn. Of the long lists of all clients, only a few run at the same
   * time.
   */
  inListTurn<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when the connection can accept more data, or the client has disconnected. */
  untilTaken(): Promise<void>;
  /** Closes the connection without completing the response. */
  cut(): void;
}

interface ExchangeDeps extends Pick<Exchange, "identify" | "countMore" | "inListTurn"> {
  /** Token of the session cookie, if there is one. */
  readonly cookie: string | undefined;
  readonly settings: Pick<HttpSettings, "trustProxy" | "requireIfMatch">;
  /** Memory budgets for images, and for bodies that are read as a stream. */
  readonly budgets: Pick<BodyBudgets, "files" | "contents">;
}

/** Creates the exchange for a request that arrived through a server. */
export const toExchange = (
  ctx: Context,
  id: string,
  { identify, countMore, inListTurn, cookie, settings, budgets }: ExchangeDeps,
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
  client: () => ({
    source: clientAddress(ctx.req, settings.trustProxy),
    device: ctx.get("User-Agent"),
    previous: cookie,
  }),
  cut: () => void ctx.res.destroy(),
});
