import { CalendarRequestError } from "./errors.ts";
import type { OnceOptions, RequestOptions } from "./record-client.ts";
import { adjustedBy, noticesBy, rememberTag, retryAfter } from "./response-headers.ts";
import { type ClientRequest, type Transport, toAddress } from "./transport.ts";

/**
 * One request of a batch. It cannot contain files. Abort signal and idempotency key can only be set for the
 * complete batch.
 */
export type BatchRequest = Omit<ClientRequest, "signal" | "idempotencyKey">;

export interface BatchOptions extends RequestOptions, OnceOptions {
  /** If true, the server applies either all requests or none. */
  readonly atomic?: boolean;
}

/**
 * Result of one request of a batch: the body of its response, or the error with which the server refused it.
 */
export type BatchResult<T = unknown> =
  | { readonly body: T; readonly error?: undefined }
  | { readonly body?: undefined; readonly error: CalendarRequestError };

/**
 * Sends up to 100 requests in one HTTP request. The server processes them one after another and returns the
 * results in the same order.
 * If a request is refused, the others are still processed. With `atomic`, nothing is stored instead, and the
 * promise rejects with the error of the refused request.
 */
export type Batch = <Bodies extends readonly unknown[] = readonly unknown[]>(
  requests: readonly BatchRequest[],
  options?: BatchOptions,
) => Promise<{ readonly [Index in keyof Bodies]: BatchResult<Bodies[Index]> }>;

/** Response to one request, as the server sends it inside the response to the batch. */
interface BatchResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** HTTP status of requests that were rolled back because another request of the batch failed. */
const FAILED_DEPENDENCY = 424;

export const createBatch = ({ namespace, send, onAdjusted, onNotice }: Transport): Batch => {
  const toSent = (request: BatchRequest): object => {
    const { method = "GET", body, strict = false, ifMatch } = request;
    if (Object.values(body ?? {}).some((value) => value instanceof Blob)) {
      throw new TypeError("A batch cannot contain files. Send them with images.upload.");
    }
    const headers = {
      ...(strict && { prefer: "handling=strict" }),
      ...(ifMatch !== undefined && { "if-match": ifMatch }),
    };
    return { method, path: toAddress(namespace, request).slice(namespace.length), headers, body };
  };

  const toResult = ({ status, headers, body }: BatchResponse, request: BatchRequest): BatchResult => {
    const withHeaders = { headers: new Headers(headers) };
    if (status >= 400) {
      const { method = "GET" } = request;
      const url = toAddress(namespace, request);
      const refused = { method, url, status, body, retryAfter: retryAfter(withHeaders) };
      return { error: new CalendarRequestError(refused) };
    }
    rememberTag(body, withHeaders);
    const adjusted = adjustedBy(withHeaders);
    if (adjusted.length > 0) onAdjusted?.(adjusted, request);
    const notices = noticesBy(withHeaders);
    if (notices.length > 0) onNotice?.(notices, request);
    return { body };
  };

  const batch = async (
    requests: readonly BatchRequest[],
    { atomic = false, idempotencyKey, signal }: BatchOptions = {},
  ): Promise<readonly BatchResult[]> => {
    const body = { atomic, requests: requests.map(toSent) };
    const path = "/batch";
    const envelope = await send<{ readonly responses?: readonly BatchResponse[] }>({
      ...{ method: "POST", path, body, idempotencyKey, signal },
    });
    const { responses = [] } = envelope;
    if (responses.length !== requests.length) {
      const refused = { method: "POST", url: namespace + path, status: 200, body: undefined };
      throw new CalendarRequestError({ ...refused, retryAfter: undefined });
    }
    const isRefusal = ({ status }: BatchResponse): boolean => status >= 400 && status !== FAILED_DEPENDENCY;
    const results = requests.flatMap((request, index) => {
      const response = responses[index];
      return response === undefined ? [] : [toResult(response, request)];
    });
    const refusal = atomic ? results[responses.findIndex(isRefusal)]?.error : undefined;
    if (refusal !== undefined) throw refusal;
    return results;
  };
  // The type is safe, because each request has one result, and the OpenAPI document defines its type.
  return batch as Batch;
};
