import { hash } from "node:crypto";
import { setImmediate as yieldToOthers } from "node:timers/promises";
import {
  type Actor,
  CalendarError,
  createFairLimiter,
  isCalendarError,
  storageUnavailable,
  toNetwork,
} from "@kalends/core";
import { CAPABILITIES, can } from "@kalends/core/interface";
import { BATCH_DOCUMENT } from "../document/batch-document.ts";
import { type HttpErrorCode, STATUS } from "../errors/error-codes.ts";
import { isLasting, KEY_HEADER, readKey } from "../idempotency/idempotency-key.ts";
import { hasSecrets, type InProcessCaller } from "../in-process/in-process-fetch.ts";
import type { CalendarRequest, Endpoint, EndpointResponse, Handle, Route } from "../route/route.ts";
import type { HttpSettings } from "../settings.ts";
import { type Batch, type BatchRequest, readBatch } from "./batch-body.ts";
import type { Batches, CreateFetch } from "./batches.ts";

/** Response to one request of a batch. */
interface BatchResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** True if the body contains secrets. */
  readonly isSecret?: boolean;
}

/** Placeholder stored instead of a response with secrets. */
const OMITTED = "ask again";

interface BatchRouteDeps {
  readonly batches: Batches;
  readonly settings: Pick<HttpSettings, "identityHeaders" | "locales" | "restRoot" | "capacities">;
  /** Returns the error response for a refused request, in the language of its address. */
  readonly refusal: (error: unknown, request: CalendarRequest) => BatchResponse;
}

/** Maximum number of bytes of all responses in a batch. */
const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;
/** Milliseconds for which an atomic batch may block other writers. */
const MAX_DELAY_MS = 10_000;

const IS_JSON = /^application\/json\s*(?:;|$)/i;
const IS_KEY = /^idempotency-key$/i;

/** Error that rolls back an atomic batch because one request failed. Source: rules/interface.md#atomic-batch. */
class RolledBack extends Error {
  readonly index: number;
  readonly response: BatchResponse;

  constructor(index: number, response: BatchResponse) {
    super("An atomic batch was rolled back.");
    this.index = index;
    this.response = response;
  }
}

const mayWrite = (actor: Actor): boolean =>
  actor.id !== undefined && CAPABILITIES.some((capability) => can(actor, capability));

const isOnlyRead = (requests: readonly BatchRequest[]): boolean =>
  requests.every(({ method }) => method === "GET");

/**
 * Returns the text of a response body. Returns `undefined` and stops reading if it has more than `most` bytes.
 * Rejects if the body cannot be made.
 */
const readWithin = async ({ body }: Response, most: number): Promise<string | undefined> => {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    length += part.length;
    // Leaving the loop cancels the stream.
    if (length > most) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
};

const withoutMark = ({ status, headers, body }: BatchResponse): BatchResponse => ({ status, headers, body });

const toAnswer = (
  responses: readonly BatchResponse[],
): EndpointResponse & { readonly headers: Record<string, string> } => ({
  status: responses.every(({ status }) => status < 400) ? 200 : 207,
  body: { responses: responses.map(withoutMark) },
  headers: {},
  ...(responses.some(({ isSecret }) => isSecret) && {
    isUncacheable: true,
    withoutSecrets: { responses: responses.map((one) => (one.isSecret ? OMITTED : withoutMark(one))) },
  }),
  // The status 424 of the other requests is as lasting as the error that caused it.
  isTemporary: responses.some(
    ({ status }) => status >= 400 && status !== STATUS.rest_failed_dependency && !isLasting(status),
  ),
});

/** Returns the trace without the key of the batch: its requests have their own keys. */
const traceOfBatch = (exchange: CalendarRequest["exchange"]): InProcessCaller["trace"] => {
  const { requestId, traceparent } = exchange.trace();
  return { requestId, ...(traceparent !== undefined && { traceparent }) };
};

/** Creates the route of batches. Source: rules/interface.md#batch. */
export const createBatchRoute = ({ batches, settings, refusal }: BatchRouteDeps): Route => {
  const limiter = createFairLimiter<number | string>(settings.capacities.batches);

  const callerOf = ({ actor, addresses, exchange }: CalendarRequest): InProcessCaller => ({
    actor: async () => actor,
    addresses,
    trace: traceOfBatch(exchange),
    locale: settings.locales.find(({ name }) => addresses.rest.endsWith(`/${name}${settings.restRoot}`))
      ?.name,
  });

  const limitedBy = ({ actor, exchange }: CalendarRequest): number | string =>
    actor.id ?? toNetwork(exchange.clientAddress());

  /**
   * Creates a function that executes requests one after the other. Reads wait for a turn among the long lists of
   * all clients. Reads inside a transaction do not: others may be waiting for the transaction.
   */
  const createAsker = (
    ask: CreateFetch,
    request: CalendarRequest,
    { isReading = false, isInTransaction = false, onlyRepeats = false },
  ) => {
    const send = ask({ ...callerOf(request), onlyRepeats });
    let left = MAX_RESPONSE_BYTES;
    return async ({ method, path, headers, body }: BatchRequest): Promise<BatchResponse> => {
      const isRead = method === "GET";
      const tooLong = (): BatchResponse =>
        refusal(new CalendarError("rest_body_too_large", { limit: MAX_RESPONSE_BYTES }), request);
      if (left === 0 && isRead) return tooLong();
      // Results of pure reads are useless when the client has disconnected.
      if (isReading && request.exchange.isGone())
        return refusal(new CalendarError("rest_storage_unavailable"), request);
      const answered = async (): Promise<BatchResponse> => {
        // Reads that never wait would block the event loop for all others.
        await yieldToOthers();
        const response = await send(`${request.addresses.namespace}${path}`, {
          ...{ method, headers },
          ...(body !== undefined && { body }),
        });
        const isJson = IS_JSON.test(response.headers.get("content-type") ?? "application/json");
        if (!isJson) await response.body?.cancel();
        if (!isJson && isRead)
          return refusal(new CalendarError<HttpErrorCode>("rest_unsupported_media_type"), request);
        try {
          // Error responses are short and always returned.
          const text = isJson ? await readWithin(response, response.ok ? left : MAX_RESPONSE_BYTES) : "";
          left = text === undefined ? 0 : Math.max(0, left - Buffer.byteLength(text));
          if (text === undefined && isRead) return tooLong();
          return {
            status: response.status,
            headers: Object.fromEntries(response.headers),
            // A write that was executed cannot be refused any more, only its body is omitted.
            body: text === undefined || text === "" ? null : JSON.parse(text),
            isSecret: hasSecrets(response),
          };
        } catch (error) {
          // Long responses are made while they are read, and fail here.
          return refusal(error, request);
        }
      };
      if (!isRead || isInTransaction) return answered();
      try {
        return await request.exchange.inListTurn(answered);
      } catch (error) {
        // No turn was available.
        if (isCalendarError(error)) return refusal(error, request);
        throw error;
      }
    };
  };

  /**
   * Gives each write a key of its own, so that a batch sent again after a crash continues where it stopped. Keys on
   * methods other than `POST` are ignored.
   */
  const withKeys = (requests: readonly BatchRequest[], key: string | undefined): readonly BatchRequest[] => {
    const name = key === undefined ? undefined : hash("sha256", key, "hex");
    return requests.map((request, index) => {
      const isOwn = (header: string): boolean => request.method === "POST" || !IS_KEY.test(header);
      const headers = Object.fromEntries(Object.entries(request.headers).filter(([header]) => isOwn(header)));
      const hasKey = name === undefined || Object.keys(headers).some((header) => IS_KEY.test(header));
      return {
        ...request,
        headers: hasKey ? headers : { ...headers, [KEY_HEADER]: `batch/${name}/${index}` },
      };
    });
  };

  const runEach = (requests: readonly BatchRequest[], request: CalendarRequest): Promise<EndpointResponse> =>
    batches.oneByOne(async (ask) => {
      const asked = createAsker(ask, request, { isReading: isOnlyRead(requests) });
      const key = request.exchange.idempotencyKey();
      const responses: BatchResponse[] = [];
      for (const one of withKeys(requests, key === undefined ? undefined : readKey(key)))
        responses.push(await asked(one));
      return toAnswer(responses);
    });

  const runAtomic = async (
    requests: readonly BatchRequest[],
    request: CalendarRequest,
  ): Promise<EndpointResponse> => {
    const isReading = isOnlyRead(requests);
    // Only callers who may write can block other writers.
    if (!isReading && !mayWrite(request.actor)) throw new CalendarError("rest_forbidden");
    const doAll = async (ask: CreateFetch): Promise<readonly BatchResponse[]> => {
      const asked = createAsker(ask, request, { isReading, isInTransaction: !isReading });
      const begun = performance.now();
      const done: BatchResponse[] = [];
      for (const [index, one] of requests.entries()) {
        const response = await asked(one);
        if (response.status >= 400) throw new RolledBack(index, response);
        if (performance.now() - begun > MAX_DELAY_MS)
          throw storageUnavailable(new Error("An atomic batch has exceeded its time limit of 10 s."));
        done.push(response);
      }
      return done;
    };
    try {
      return toAnswer(await (isReading ? batches.oneByOne(doAll) : batches.atomically(doAll, toAnswer)));
    } catch (error) {
      if (!(error instanceof RolledBack)) throw error;
      const failed = refusal(new CalendarError<HttpErrorCode>("rest_failed_dependency"), request);
      return toAnswer(requests.map((_, index) => (index === error.index ? error.response : failed)));
    }
  };

  const handle: Handle = async (request) => {
    const { isAtomic, requests }: Batch = readBatch(
      await request.values(),
      request.query,
      settings.identityHeaders,
    );
    // The batch itself was counted as the first request.
    if (requests.length > 1) await request.exchange.countMore(request.actor, requests.length - 1);
    return limiter.run(limitedBy(request), () =>
      isAtomic ? runAtomic(requests, request) : runEach(requests, request),
    );
  };

  /**
   * Completes a stored batch response whose secrets were left out. It replays the affected requests by their keys
   * and executes none of them again.
   */
  const reread: NonNullable<Endpoint["reread"]> = async (request, { body }) => {
    const { requests } = readBatch(await request.values(), request.query, settings.identityHeaders);
    // Stored by `toAnswer`.
    const { responses } = body as { readonly responses: readonly (BatchResponse | typeof OMITTED)[] };
    const key = request.exchange.idempotencyKey();
    const keyed = withKeys(requests, key === undefined ? undefined : readKey(key));
    const askAgain = async (ask: CreateFetch): Promise<EndpointResponse> => {
      const asked = createAsker(ask, request, { onlyRepeats: true });
      const answered: BatchResponse[] = [];
      for (const [index, one] of keyed.entries()) {
        const kept = responses[index] ?? OMITTED;
        answered.push(kept === OMITTED ? await asked(one) : kept);
      }
      return toAnswer(answered);
    };
    return limiter.run(limitedBy(request), () => batches.oneByOne(askAgain));
  };
  return {
    pattern: "/batch",
    endpoints: [
      { methods: ["POST"], parameters: {}, document: BATCH_DOCUMENT, handle, reread, isPure: false },
    ],
    allow: async () => ["POST"],
  };
};
