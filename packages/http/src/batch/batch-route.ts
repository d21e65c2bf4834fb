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
import { hasSecrets, type InProcessCaller, isNeverStored } from "../in-process/in-process-fetch.ts";
import type { CalendarRequest, Endpoint, EndpointResponse, Handle, Route } from "../route/route.ts";
import type { HttpSettings } from "../settings.ts";
import { type Batch, type BatchRequest, readBatch } from "./batch-body.ts";
import type { Batches, CreateFetch } from "./batches.ts";
import type { Refuse } from "./refusals.ts";

/** Response to one request of a batch. */
interface BatchResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** True if the body contains secrets, which must not be stored. */
  readonly isSecret?: boolean;
  /** True if the response must not be stored, so that a repeated batch runs again. */
  readonly isTemporary?: boolean;
}

/**
 * Placeholder stored instead of a response that contains secrets. `reread` replaces it when a batch is
 * retried.
 */
const OMITTED = "ask again";

interface BatchRouteDeps {
  readonly batches: Batches;
  readonly settings: Pick<HttpSettings, "identityHeaders" | "locales" | "restRoot" | "capacities">;
  /** Returns the error response for a refused request of the batch. */
  readonly refusal: Refuse;
}

/** Maximum size of all response bodies of a batch together, in bytes. */
const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;
/** Maximum duration of an atomic batch in milliseconds, because it blocks other writers. */
const MAX_DELAY_MS = 10_000;

const IS_JSON = /^application\/json\s*(?:;|$)/i;
const IS_KEY = /^idempotency-key$/i;

/**
 * Error that rolls back an atomic batch because one request failed. Source: rules/interface.md#atomic-batch.
 */
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
 * Returns the text of a response body. Returns `undefined` and stops reading if the body has more than `most`
 * bytes. Rejects if producing the body fails.
 */
const readWithin = async ({ body }: Response, most: number): Promise<string | undefined> => {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    length += part.length;
    // Leaving the loop also cancels the stream.
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
  // The requests with status 424 failed because of another request, whose status decides.
  isTemporary: responses.some(
    ({ status, isTemporary = false }) =>
      isTemporary || (status >= 400 && status !== STATUS.rest_failed_dependency && !isLasting(status)),
  ),
});

/**
 * Returns the trace data for the requests of a batch. Leaves out the idempotency key of the batch, because
 * requests use keys of their own.
 */
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
    countMore: exchange.countMore,
    locale: settings.locales.find(({ name }) => addresses.rest.endsWith(`/${name}${settings.restRoot}`))
      ?.name,
  });

  const limitedBy = ({ actor, exchange }: CalendarRequest): number | string =>
    actor.id ?? toNetwork(exchange.clientAddress());

  /**
   * Creates a function that executes one request of a batch. Reads wait for their turn among the lists of all
   * clients. Reads inside a transaction do not wait, because other lists may be waiting for that transaction.
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
      // The results of a batch that only reads are useless after the client has disconnected.
      if (isReading && request.exchange.isGone())
        return refusal(new CalendarError("rest_storage_unavailable"), request);
      const answered = async (): Promise<BatchResponse> => {
        // Yields to the event loop, which reads that never wait would block for all other requests.
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
          // Error responses are short, so they are always returned.
          const text = isJson ? await readWithin(response, response.ok ? left : MAX_RESPONSE_BYTES) : "";
          left = text === undefined ? 0 : Math.max(0, left - Buffer.byteLength(text));
          if (text === undefined && isRead) return tooLong();
          return {
            status: response.status,
            headers: Object.fromEntries(response.headers),
            // The write was executed, so its response cannot be refused any more. Only the body is left out.
            body: text === undefined || text === "" ? null : JSON.parse(text),
            isSecret: hasSecrets(response),
            isTemporary: isNeverStored(response),
          };
        } catch (error) {
          // Long responses are produced while they are read, so errors of producing them occur here.
          return refusal(error, request);
        }
      };
      if (!isRead || isInTransaction) return answered();
      try {
        return await request.exchange.inListTurn(answered);
      } catch (error) {
        // The list got no turn, because too many others are waiting.
        if (isCalendarError(error)) return refusal(error, request);
        throw error;
      }
    };
  };

  /**
   * Adds an idempotency key, derived from the key of the batch, to each request that has none. A batch that
   * is sent again after a crash then continues where it stopped. Keys that the client set on methods other
   * than `POST` are ignored.
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
    // An atomic batch that writes blocks other writers, so only callers who may write can run one.
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
    // The rate limiter already counted the batch as one request.
    if (requests.length > 1) await request.exchange.countMore(request.actor, requests.length - 1);
    return limiter.run(limitedBy(request), () =>
      isAtomic ? runAtomic(requests, request) : runEach(requests, request),
    );
  };

  /**
   * Completes the stored response of a batch, in which responses with secrets were left out. Replays the
   * affected requests by their idempotency keys, and executes none of them again.
   */
  const reread: NonNullable<Endpoint["reread"]> = async (request, { body }) => {
    const { requests } = readBatch(await request.values(), request.query, settings.identityHeaders);
    // `toAnswer` created the stored body.
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
