import { adjustedBy, remember, retryAfter } from "./answer-headers.ts";
import { CalendarRequestError } from "./errors.ts";
import type { OnceOptions, RequestOptions } from "./record-client.ts";
import { type ClientRequest, type Transport, toAddress } from "./transport.ts";

/** As `send` takes it; no files, and one signal and one key for all. */
export type BatchRequest = Omit<ClientRequest, "signal" | "idempotencyKey">;

export interface BatchOptions extends RequestOptions, OnceOptions {
  /** All are done or none. */
  readonly atomic?: boolean;
}

/** What one request of a batch was answered: a body, or what it was refused with. */
export type BatchAnswer<T = unknown> =
  | { readonly body: T; readonly error?: undefined }
  | { readonly body?: undefined; readonly error: CalendarRequestError };

/**
 * Up to 100 requests with one, done one after the other; answers in their order. One that is refused stops none of the others, unless they
 * are atomic: then nothing was done, and the promise rejects with the refusal.
 */
export type Batch = <Bodies extends readonly unknown[] = readonly unknown[]>(
  requests: readonly BatchRequest[],
  options?: BatchOptions,
) => Promise<{ readonly [Index in keyof Bodies]: BatchAnswer<Bodies[Index]> }>;

/** As the interface answers it. */
interface BatchResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Of requests that others have undone. */
const FAILED_DEPENDENCY = 424;

export const createBatch = ({ namespace, send, onAdjusted }: Transport): Batch => {
  const toSent = (request: BatchRequest): object => {
    const { method = "GET", body, strict = false, ifMatch } = request;
    if (Object.values(body ?? {}).some((value) => value instanceof Blob)) {
      throw new TypeError("A batch takes no files");
    }
    const headers = {
      ...(strict && { prefer: "handling=strict" }),
      ...(ifMatch !== undefined && { "if-match": ifMatch }),
    };
    return { method, path: toAddress(namespace, request).slice(namespace.length), headers, body };
  };

  const toAnswer = ({ status, headers, body }: BatchResponse, request: BatchRequest): BatchAnswer => {
    const answered = { headers: new Headers(headers) };
    if (status >= 400) {
      const { method = "GET" } = request;
      const url = toAddress(namespace, request);
      const refused = { method, url, status, body, retryAfter: retryAfter(answered) };
      return { error: new CalendarRequestError(refused) };
    }
    remember(body, answered);
    const adjusted = adjustedBy(answered);
    if (adjusted.length > 0) onAdjusted?.(adjusted, request);
    return { body };
  };

  const batch = async (
    requests: readonly BatchRequest[],
    { atomic = false, idempotencyKey, signal }: BatchOptions = {},
  ): Promise<readonly BatchAnswer[]> => {
    const body = { atomic, requests: requests.map(toSent) };
    const path = "/batch";
    const answer = await send<{ readonly responses?: readonly BatchResponse[] }>({
      ...{ method: "POST", path, body, idempotencyKey, signal },
    });
    const { responses = [] } = answer;
    if (responses.length !== requests.length) {
      const refused = { method: "POST", url: namespace + path, status: 200, body: undefined };
      throw new CalendarRequestError({ ...refused, retryAfter: undefined });
    }
    const isRefusal = ({ status }: BatchResponse): boolean => status >= 400 && status !== FAILED_DEPENDENCY;
    const answers = requests.flatMap((request, index) => {
      const response = responses[index];
      return response === undefined ? [] : [toAnswer(response, request)];
    });
    const refusal = atomic ? answers[responses.findIndex(isRefusal)]?.error : undefined;
    if (refusal !== undefined) throw refusal;
    return answers;
  };
  // Sound: there is an answer for each request; what they are is what the interface document says.
  return batch as Batch;
};
