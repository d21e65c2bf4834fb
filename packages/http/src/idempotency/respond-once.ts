import { type Actor, CalendarError, isCalendarError } from "@kalends/core";
import { CAPABILITIES, can } from "@kalends/core/interface";
import { type HttpErrorCode, type HttpErrorDetails, STATUS } from "../errors/error-codes.ts";
import type { Exchange } from "../request/exchange.ts";
import type {
  CalledEndpoint,
  Endpoint,
  EndpointResponse,
  Handle,
  Route,
  StoredSuccess,
  WrittenId,
} from "../route/route.ts";
import { digestOf, goneSince, keptError, keyConflict, readKey, receivingOnce } from "./idempotency-key.ts";
import type { Once, StoredResponse } from "./once.ts";

/** Request for an endpoint, which may have an idempotency key. */
interface EndpointRequest {
  readonly exchange: Exchange;
  readonly actor: Actor;
  /** Effective HTTP method. */
  readonly method: string;
  /** Path below the REST root, such as `/tribe/events/v1/events`. */
  readonly path: string;
  readonly route: Pick<Route, "allow">;
  readonly endpoint: Pick<Endpoint, "handle"> &
    Partial<Pick<Endpoint, "again" | "reread" | "isUpload" | "needsSameOrigin">>;
  /**
   * If true, a request with an idempotency key is never executed. It gets the stored response, or a 409 if no
   * response is stored any more.
   */
  readonly onlyRepeats?: boolean;
  call(exchange: Exchange): CalledEndpoint;
}

/** Calls an endpoint. Requests with the same idempotency key are executed only once. */
export type RespondOnce = (asked: EndpointRequest) => CalledEndpoint;

const REPLAYED = { "Idempotency-Replayed": "true" };

const toKept = async ({
  status,
  headers = {},
  body,
  content,
  revision,
  isTemporary = false,
  withoutSecrets,
}: EndpointResponse): Promise<StoredResponse | undefined> => {
  if (status >= 500 || isTemporary) return undefined;
  if (withoutSecrets !== undefined) return { status, headers, body: withoutSecrets, hadSecrets: true };
  if (content === undefined) return { status, headers, body, ...(revision !== undefined && { revision }) };
  // A stream cannot be stored, because sending it consumes it.
  return "bytes" in content
    ? { status, headers, body: null, bytes: content.bytes.toString("base64") }
    : undefined;
};

const fromKept = (kept: StoredResponse): EndpointResponse => {
  if ("error" in kept) {
    const details: HttpErrorDetails = { ...kept.error.details, isReplayed: true };
    // The code is the code of the original error.
    throw new CalendarError<HttpErrorCode>(kept.error.code as HttpErrorCode, details);
  }
  const { bytes, status, body, headers, revision } = kept;
  return {
    ...{ status, body, headers: { ...headers, ...REPLAYED } },
    ...(revision !== undefined && { revision }),
    ...(bytes !== undefined && { content: { bytes: Buffer.from(bytes, "base64") } }),
  };
};

/** HTTP methods for which idempotency keys are used. Source: rules/interface.md#idempotency-key. */
const KEYED: ReadonlySet<string> = new Set(["POST"]);

/**
 * Creates the function that calls endpoints with idempotency keys. Requests without a key are executed
 * directly. Source: rules/interface.md#idempotency-key.
 */
export const createRespondOnce = (
  once: Once | undefined,
  keyed: ReadonlySet<string> = KEYED,
): RespondOnce => {
  return ({ exchange: sent, actor, method, path, route, endpoint, onlyRepeats = false, call }) => {
    // Sign-ins set a cookie, which is not stored, and a digest of their body would help to guess the password.
    const isKeyed = keyed.has(method) && !endpoint.needsSameOrigin;
    const header = isKeyed ? sent.idempotencyKey() : undefined;
    if (header === undefined || once === undefined) return call(sent);
    const { exchange, received } = receivingOnce(sent);
    const { request, make, forget } = call(exchange);

    const replay = (handle: Handle): Promise<EndpointResponse> =>
      make(async (known) => {
        const answer = await handle(known);
        return { ...answer, headers: { ...answer.headers, ...REPLAYED } };
      });
    const answerAgain = (written: readonly WrittenId[]): Promise<EndpointResponse> => {
      const { again } = endpoint;
      if (again === undefined) throw keyConflict();
      return replay((known) => again(known, written));
    };
    const rereadKept = (kept: StoredSuccess): Promise<EndpointResponse> =>
      replay(async (known) => {
        const answer = await endpoint.reread?.(known, kept);
        if (answer === undefined) throw goneSince();
        return answer;
      });

    const answer = async (): Promise<EndpointResponse> => {
      const key = readKey(header);
      const { id } = actor;
      // Checks permission before replaying a stored response.
      if (id === undefined || !(await route.allow(request)).includes(method)) {
        if (onlyRepeats) throw new CalendarError("rest_forbidden");
        return make();
      }
      let digest: Promise<string> | undefined;
      const digestSent = async (): Promise<string> => {
        // The details of an image may be in the query, next to a body that is the file itself.
        const what = await (endpoint.isUpload
          ? received().then((file) => [file, request.query])
          : request.values());
        return digestOf([what, exchange.isStrict(), exchange.ifMatch()]);
      };
      const outcome = await once({
        name: [id, path.toLowerCase(), key],
        rights: CAPABILITIES.filter((capability) => can(actor, capability)),
        isOneUnit: endpoint.again !== undefined,
        digest() {
          digest ??= digestSent();
          return digest;
        },
        isGone: exchange.isGone,
        async run() {
          const gone = (): never => {
            throw goneSince();
          };
          if (onlyRepeats) return { result: gone };
          try {
            const made = await make();
            return { result: () => made, kept: await toKept(made) };
          } catch (error) {
            if (!isCalendarError(error)) throw error;
            const result = (): EndpointResponse => {
              throw error;
            };
            return { result, kept: keptError(error, STATUS) };
          }
        },
      });
      if ("result" in outcome) return outcome.result();
      if ("kept" in outcome) {
        const { kept } = outcome;
        return "hadSecrets" in kept ? rereadKept(kept) : fromKept(kept);
      }
      if ("written" in outcome) return answerAgain(outcome.written);
      if (outcome.problem === "conflict") throw keyConflict();
      if (outcome.problem === "rights") throw new CalendarError("rest_forbidden");
      throw new CalendarError<HttpErrorCode>("rest_idempotency_mismatch");
    };
    return { request, make: answer, forget };
  };
};
