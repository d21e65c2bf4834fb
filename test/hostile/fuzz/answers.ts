import { type Agent, type IncomingHttpHeaders, request } from "node:http";
import { decode, toMeasuredRequest } from "../../http/client.ts";
import type { ResponseCheck } from "../../http/documented-answers.ts";
import { expectNoLeak, expectSound } from "../hostile-server.ts";
import { type CredentialsOf, type FuzzedRequest, toWire, type Wire } from "./fuzzed-request.ts";
import { hiddenFrom } from "./markers.ts";

export interface FuzzedResponse {
  /** Status of the response; 0 if the connection broke before the response was complete. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly milliseconds: number;
}

/** Maximum wait for a response in milliseconds. */
const MAX_WAIT_MS = 30_000;

/** Maximum length of a body whose members are checked. */
const MAX_TEXT_LENGTH = 1_048_576;

/** Maximum wait for the first data of a stream in milliseconds. A stream may have no data. */
const FIRST_OF_STREAM = 300;

/** Sends the request and returns the response. Of a response that never ends, only the beginning is read. */
export const sendWire = (port: number, agent: Agent, wire: Wire): Promise<FuzzedResponse> =>
  new Promise((resolve) => {
    const start = performance.now();
    const { method, target: path, headers, bytes } = wire;
    const complete = (status: number, given: IncomingHttpHeaders, text: string): void =>
      resolve({ status, headers: given, text, milliseconds: performance.now() - start });
    const outgoing = request(
      { host: "127.0.0.1", port, method, path, headers, agent, timeout: MAX_WAIT_MS },
      (incoming) => {
        const { statusCode = 0 } = incoming;
        const chunks: Buffer[] = [];
        const finish = (): void => {
          const bytes = decode(Buffer.concat(chunks), incoming.headers["content-encoding"]);
          complete(statusCode, incoming.headers, bytes.toString("utf8"));
        };
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.on("end", finish);
        incoming.on("error", (error) => complete(0, incoming.headers, `cut off: ${error}`));
        if (!incoming.headers["content-type"]?.startsWith("text/event-stream")) return;
        const leave = (): void => {
          finish();
          outgoing.destroy();
        };
        const patience = setTimeout(leave, FIRST_OF_STREAM);
        incoming.once("close", () => clearTimeout(patience));
        // The stored changes arrive first and quickly. Nothing after them is read.
        incoming.once("data", () => setImmediate(leave));
      },
    );
    outgoing.on("timeout", () => outgoing.destroy(new Error("it took too long")));
    outgoing.on("error", (error) => complete(0, {}, String(error)));
    outgoing.end(bytes);
  });

const check = (condition: boolean, problem: string): void => {
  if (!condition) throw new Error(problem);
};

export interface AnswerChecks {
  readonly documented: ResponseCheck;
  readonly credentialsOf: CredentialsOf;
  /** Secrets that no response may contain, whoever sent the request. */
  readonly secrets: readonly string[];
}

interface Given {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: unknown;
}

/**
 * True for a deliberate refusal because of overload: a 503 response with `Retry-After` and the error
 * envelope.
 */
const isDeliberate = ({ status, headers }: Pick<Given, "status" | "headers">): boolean =>
  status === 503 && headers["retry-after"] !== undefined;

/**
 * Checks that the response matches the OpenAPI document. In a batch, the query string cannot override the
 * method.
 */
const checkForm = (
  wire: Wire,
  { status, headers, text, body }: Given,
  documented: ResponseCheck,
  isOfBatch = false,
): void => {
  check(status < 500 || (isDeliberate({ status, headers }) && body !== undefined), `${status}: ${text}`);
  const { method, target, headers: sent, bytes } = wire;
  const prefix = target.startsWith("/fr/") ? "/fr" : "";
  const asked = toMeasuredRequest(
    method,
    target,
    { headers: sent, raw: bytes?.subarray(0, MAX_TEXT_LENGTH) ?? "" },
    prefix,
  );
  if (asked === undefined) {
    if (status >= 400) expectNoLeak(text);
    return;
  }
  if (status >= 400 && status < 500) expectSound({ status, text, headers });
  if (method === "HEAD" || text === "") return;
  const type = headers["content-type"] ?? "";
  // For other media types, the document declares only that the response has a body.
  const known = isOfBatch ? { ...asked, method } : asked;
  documented({ ...known, status, headers, body: body ?? (type === "" ? undefined : "") });
};

/**
 * Statuses that only requests in a batch can get, and that their operations therefore do not document: rolled
 * back, batch too large, and not JSON.
 */
const OF_MEMBERS = [424, 413, 415];

/**
 * Returns the user whose rights apply to a request. Web pages and files always have the rights of an
 * anonymous visitor.
 */
const readerOf = ({ as, path }: FuzzedRequest): string | undefined =>
  path.startsWith("//") && !path.startsWith("//fr/wp-json") ? undefined : as;

interface Member {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** Throws an error if no user should get this response. */
export const checkResponse = (
  asked: FuzzedRequest,
  wire: Wire,
  { status, headers, text }: FuzzedResponse,
  { documented, credentialsOf, secrets }: AnswerChecks,
): void => {
  check(status !== 0, `there is no answer: ${text}`);
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/.test(headers["content-type"] ?? "");
  // Node's HTTP parser refuses some requests itself, without a body.
  const body: unknown = isJson && text !== "" ? JSON.parse(text) : undefined;
  check(
    headers["set-cookie"] === undefined && headers["x-evil"] === undefined,
    "it has headers of the request",
  );
  const response = text + JSON.stringify(headers);
  const reader = readerOf(asked);
  // Files are public for everyone who knows their URL, so markers in the requested URL are ignored.
  for (const marker of [...hiddenFrom(reader), ...secrets].filter((one) => !wire.target.includes(one)))
    check(
      !response.includes(marker),
      `${reader ?? "nobody"} may not read ${marker}: ${around(response, marker)}`,
    );
  checkForm(wire, { status, headers, text, body }, documented);
  if (asked.requests === undefined || status > 207) return;
  const { responses } = body as { readonly responses: readonly Member[] };
  for (const [index, request] of asked.requests.entries()) {
    const answer = responses[index];
    if (answer === undefined) throw new Error(`there is no answer to requests[${index}]`);
    const given = { ...answer, text: answer.body === undefined ? "" : JSON.stringify(answer.body) };
    if (OF_MEMBERS.includes(answer.status)) expectSound(given);
    else checkForm(toWire(request, credentialsOf), given, documented, true);
  }
};

const around = (text: string, marker: string): string => {
  const at = text.indexOf(marker);
  return text.slice(Math.max(0, at - 250), at + 250);
};
