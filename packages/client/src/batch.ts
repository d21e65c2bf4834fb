import { CalendarRequestError } from "./errors.ts";
import type { OnceOptions, RequestOptions } from "./record-client.ts";
import { adjustedBy, rememberTag, retryAfter } from "./response-headers.ts";
import { type ClientRequest, type Transport, toAddress } from "./transport.ts";

/**
 * One request of a batch. It cannot send files; the abort signal and the idempotency key apply to the batch.
 */
export type BatchRequest = Omit<ClientRequest, "signal" | "idempotencyKey">;

export interface BatchOptions extends RequestOptions, OnceOptions {
  /** True to apply either all requests or none. */
  readonly atomic?: boolean;
}

/** Result of one request of a batch: the response body, or the error with which it was refused. */
export type BatchResult<T = unknown> =
  | { readonly body: T; readonly error?: undefined }
  | { readonly body?: undefined; readonly error: CalendarRequestError };

/**
 * Sends up to 100 requests as one. The server processes them one after the other; the results are in the same
 * order. A refused request does not stop the others, unless `atomic` is set. In this case nothing is stored,
 * and the promise rejects with the refusal.
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

/** Status of requests that were rolled back because another one failed. */
const FAILED_DEPENDENCY = 424;

export const createBatch = ({ namespace, send, onAdjusted }: Transport): Batch => {
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
  // Sound: there is one result for each request, and the OpenAPI document defines its type.
  return batch as Batch;
};
