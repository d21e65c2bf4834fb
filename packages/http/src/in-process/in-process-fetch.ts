import { randomUUID } from "node:crypto";
import { addAbortSignal, Readable } from "node:stream";
import { type Actor, ANONYMOUS, CalendarError, invalidParameter } from "@kalends/core";
import type { Operations, RequestTrace } from "@kalends/core/interface";
import type { CalendarMiddlewareDeps } from "../calendar-middleware.ts";
import { type HttpErrorCode, isTemporary } from "../errors/error-codes.ts";
import { createRespondOnce } from "../idempotency/respond-once.ts";
import { withTexts } from "../messages/languages.ts";
import { createFragmentCache } from "../representation/fragment-cache.ts";
import { weigh } from "../representation/json-chunks.ts";
import { toRepresentation, toUntagged, withRevision } from "../representation/representation.ts";
import { LARGE } from "../representation/serialized-body.ts";
import type { Addresses } from "../request/address/addresses.ts";
import { readQuery, toRoutePath } from "../request/address/request-target.ts";
import { createFileParts } from "../request/body/multipart-body.ts";
import { type BodyValues, NOTHING, toJsonValues } from "../request/body/request-body.ts";
import { onlyFile } from "../request/body/upload-body.ts";
import type { Exchange } from "../request/exchange.ts";
import { toIfMatch } from "../request/if-match.ts";
import { prefersStrict } from "../request/preference.ts";
import { ignoredHeaders } from "../response/adjusted-headers.ts";
import { createErrorRenderer } from "../response/error-renderer.ts";
import { createTurns, writeFile } from "../response/files/file-content.ts";
import {
  type Endpoint,
  type EndpointResponse,
  type UnwrittenFile,
  WITHOUT_BODY,
  WRITES,
} from "../route/route.ts";
import { createCallEndpoint } from "../routes/call-endpoint.ts";
import type { Mount } from "../routes/interface.ts";
import type { HttpSettings } from "../settings.ts";
import { readFormPairs, toFormValues } from "./form-body.ts";

export type InProcessDeps = Pick<
  CalendarMiddlewareDeps,
  "interface" | "postStatuses" | "logger" | "settings" | "texts" | "once"
>;

export interface InProcessOptions {
  /** HTTP methods for which `Idempotency-Key` is used; only `POST` by default. */
  readonly keyed?: ReadonlySet<string>;
  /**
   * If true, a read whose response is a file is refused with `rest_unsupported_media_type`. The file is then
   * not written.
   */
  readonly refusesFiles?: boolean;
}

/** Response whose file, if it has one, is already generated as bytes or a stream. */
type Written = EndpointResponse & { readonly content?: Exclude<EndpointResponse["content"], UnwrittenFile> };

/** Request that is handled in this process, without a server. */
interface DirectRequest {
  readonly trace: RequestTrace;
  readonly mount: Mount;
  readonly addresses: Addresses;
  /** Path below the REST root, such as `/tribe/events/v1/events`. */
  readonly path: string;
  readonly method: string;
  readonly search: string;
  readonly init: RequestInit;
  readonly actor: Actor;
  readonly identify: () => Promise<Actor>;
  readonly onlyRepeats: boolean;
  readonly bound: Operations | undefined;
  readonly countMore: Exchange["countMore"] | undefined;
}

/** Caller of in-process requests, and the base URLs of these requests. */
export interface InProcessCaller {
  /** Returns the actor. Called for each request. */
  actor(): Promise<Actor>;
  /** Base URLs, both for addressing requests and for links in responses. */
  readonly addresses: Addresses;
  /** Locale that `addresses` belongs to; `undefined` if it is the REST root without a locale. */
  readonly locale: string | undefined;
  /** Id and trace of the request that causes these requests. Without it, each request gets its own id. */
  readonly trace?: Pick<RequestTrace, "requestId" | "traceparent"> | undefined;
  /**
   * Operations of a transaction to which the requests belong; by default, the operations of the calendar.
   * Requests that cannot be part of the transaction are refused with `rest_invalid_param`.
   */
  readonly bound?: Operations | undefined;
  /** Counts additional requests for the rate limit. Without it, they are not counted. */
  readonly countMore?: Exchange["countMore"];
  /**
   * If true, requests with an `Idempotency-Key` are never executed. They get the stored response, or a 409 if
   * no response is stored.
   */
  readonly onlyRepeats?: boolean;
}

const noRoute = (): CalendarError<HttpErrorCode> => new CalendarError<HttpErrorCode>("rest_no_route");

const readBody = async (
  { init: { body }, actor, method }: DirectRequest,
  parameters: Endpoint["parameters"],
  limit: number,
): Promise<BodyValues> => {
  if (typeof body === "string") {
    const bytes = Buffer.from(body);
    if (bytes.length > limit) throw new CalendarError("rest_body_too_large");
    return { kind: "json", values: toJsonValues(bytes) };
  }
  if (!(body instanceof FormData)) return { kind: "form", values: NOTHING };
  const keeps = createFileParts({ actor, isWrite: WRITES.has(method), parameters });
  return toFormValues(await readFormPairs(body, keeps));
};

const toExchange = (
  { trace, init, identify, countMore = async () => undefined }: DirectRequest,
  { requireIfMatch }: HttpSettings,
): Exchange => ({
  id: trace.requestId,
  trace: () => trace,
  idempotencyKey: () => new Headers(init.headers).get("Idempotency-Key") ?? undefined,
  isStrict: () => prefersStrict(new Headers(init.headers).get("prefer") ?? ""),
  ifMatch: () => toIfMatch(new Headers(init.headers).get("if-match"), requireIfMatch),
  // In-process requests get JSON only. Other formats and event streams are available through a server.
  preferredOf: () => "application/json",
  upload: () => ({
    async receive() {
      const form = init.body instanceof FormData ? init.body : new FormData();
      return onlyFile(await readFormPairs(form, () => true));
    },
  }),
  content: () => undefined,
  isGone: () => init.signal?.aborted === true,
  onceOver(call) {
    const { signal } = init;
    if (signal?.aborted) call();
    else signal?.addEventListener("abort", call, { once: true });
    return () => signal?.removeEventListener("abort", call);
  },
  lastEventId: () => undefined,
  identify,
  clientAddress: () => "",
  client: () => ({ source: "", device: "" }),
  // Rate limits do not apply to in-process requests outside of batches. Source: rules/interface.md#rate-limits
  countMore,
  inListTurn: (work) => work(),
  untilTaken: async () => undefined,
  cut() {},
});

const [WITH_SECRETS, NEVER_STORED] = [new WeakSet<Response>(), new WeakSet<Response>()];

/** True if the response was created by `createInProcessFetch` and its body contains secrets. */
export const hasSecrets = (response: Response): boolean => WITH_SECRETS.has(response);

/**
 * True if the response was created by `createInProcessFetch` and must not be stored for an `Idempotency-Key`.
 * Source: rules/interface.md#idempotency-answers.
 */
export const isNeverStored = (response: Response): boolean => NEVER_STORED.has(response);

const toWebStream = (stream: Readable, signal: RequestInit["signal"]): ReadableStream<Uint8Array> => {
  if (signal) addAbortSignal(signal, stream);
  // The types of Node and of the DOM describe the same web stream.
  return Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array>;
};

/**
 * Serializes a body as JSON, with an entity tag if it is a single record. A large body becomes a stream that
 * is serialized while it is read.
 */
const writeJson = async ({
  body,
  revision,
}: EndpointResponse): Promise<{ readonly written: string | Readable; readonly tag?: string }> => {
  if (revision === undefined)
    return { written: weigh(body) > LARGE ? Readable.from(toUntagged(body)) : JSON.stringify(body) };
  const made = await toRepresentation(
    body,
    () => true,
    () => true,
  );
  if (made === undefined) throw new Error("The response body was not serialized.");
  const { tag } = withRevision(made, revision);
  return { written: "bytes" in made ? String(made.bytes) : Readable.from(made.portions), tag };
};

const toResponse = async (answer: Written, signal?: RequestInit["signal"]): Promise<Response> => {
  const { status, content, ignored = [], unknown = [] } = answer;
  const headers = { ...answer.headers, ...ignoredHeaders([...ignored, ...unknown]) };
  if (WITHOUT_BODY.has(status)) return new Response(null, { status, headers });
  if (content === undefined) {
    const { written, tag } = await writeJson(answer);
    const sent = typeof written === "string" ? written : toWebStream(written, signal);
    const known = {
      "content-type": "application/json; charset=UTF-8",
      ...(tag !== undefined && { etag: tag }),
    };
    return new Response(sent, { status, headers: { ...known, ...headers } });
  }
  if ("bytes" in content) return new Response(new Uint8Array(content.bytes), { status, headers });
  return new Response(toWebStream(content.stream, signal), { status, headers });
};

/**
 * Creates a function that returns a `fetch` for a caller. This `fetch` calls the same endpoints as a server,
 * but without HTTP. String bodies are JSON, all others are forms. Addresses outside the interface return a
 * 404.
 */
export const createInProcessFetch = (
  { interface: { operations, mountOf }, postStatuses, logger, settings, texts = [], once }: InProcessDeps,
  { keyed, refusesFiles = false }: InProcessOptions = {},
): ((caller: InProcessCaller) => typeof fetch) => {
  const catalogues = withTexts(texts);
  const renderError = createErrorRenderer({ logger, bodyLimit: settings.bodyLimit, catalogues });
  const callEndpoint = createCallEndpoint({ postStatuses, settings, catalogues }, createFragmentCache(0));
  const answerKeyed = createRespondOnce(once, keyed);
  const takeTurn = createTurns();

  const answerRequest = async (request: DirectRequest): Promise<Written> => {
    const { mount, addresses, actor, method, search, onlyRepeats, bound } = request;
    const matched = mount.find(request.path, method);
    if (matched === undefined) throw noRoute();
    const { route, endpoint, captured, capturedBelow } = matched;
    // The response of such an endpoint may set a cookie, but no browser receives the response of an
    // in-process request.
    if (endpoint.needsSameOrigin || endpoint.setsCookie)
      throw new CalendarError<HttpErrorCode>("rest_cookie_refused");
    if (bound !== undefined && endpoint.isApart) throw invalidParameter("path", { reason: "not-atomic" });
    const { values: query, refusal } = readQuery(search);
    if (refusal !== undefined) throw refusal;
    const exchange = toExchange(request, settings);
    const { make } = answerKeyed({
      ...{ exchange, actor, method, path: request.path, route, endpoint, onlyRepeats },
      call: (keyedExchange) =>
        callEndpoint(endpoint, {
          exchange: keyedExchange,
          actor,
          operations: bound ?? operations,
          method,
          captured,
          capturedBelow,
          addresses,
          query,
          path: request.path,
          search,
          language: mount.language,
          messageLanguage: () => mount.language,
          readBody: () => readBody(request, endpoint.parameters ?? {}, settings.bodyLimit),
        }),
    });
    const answer = await make();
    const { content } = answer;
    const isFile = content !== undefined && "write" in content;
    if (isFile && refusesFiles && !WRITES.has(method))
      throw new CalendarError<HttpErrorCode>("rest_unsupported_media_type");
    if (!isFile) return answer as Written;
    return { ...answer, content: await writeFile(content, exchange, takeTurn) };
  };

  const answer = async (
    asked: Omit<DirectRequest, "actor" | "identify" | "onlyRepeats" | "bound" | "countMore">,
    caller: InProcessCaller,
  ): Promise<Response> => {
    const { trace, mount, method, path } = asked;
    let actor = ANONYMOUS;
    try {
      actor = await caller.actor();
      const { onlyRepeats = false, actor: identify, bound, countMore } = caller;
      const made = await answerRequest({ ...asked, actor, identify, onlyRepeats, bound, countMore });
      const response = await toResponse(made, asked.init.signal);
      if (made.withoutSecrets !== undefined) WITH_SECRETS.add(response);
      if (made.isTemporary) NEVER_STORED.add(response);
      return response;
    } catch (error) {
      const { status, body, headers } = renderError(error, {
        ...{ id: trace.requestId, traceparent: trace.traceparent },
        ...{ method, path, actor, language: mount.language },
      });
      const retry = isTemporary(status) ? { "Retry-After": String(settings.storageRetryAfter) } : {};
      return toResponse({ status, body, headers: { ...headers, ...retry } });
    }
  };

  return (caller) => {
    const { addresses, locale } = caller;
    const mount = mountOf(locale);
    const { pathname: root } = new URL(addresses.rest);
    return async (input, init = {}) => {
      init.signal?.throwIfAborted();
      const { pathname, search } = new URL(String(input));
      const path = pathname.startsWith(root) ? toRoutePath(pathname.slice(root.length)) : "/";
      const method = init.method ?? "GET";
      const trace = caller.trace ?? { requestId: randomUUID() };
      const request = { trace, mount, addresses, path, method, search: search.slice(1), init };
      const response = await answer(request, caller);
      init.signal?.throwIfAborted();
      return response;
    };
  };
};
