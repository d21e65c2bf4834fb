import { type Agent, type IncomingHttpHeaders, request } from "node:http";
import { decode, toAsked } from "../../http/client.ts";
import type { AnswerCheck } from "../../http/documented-answers.ts";
import { expectNoLeak, expectSound } from "../hostile-server.ts";
import { type CredentialsOf, type FuzzedRequest, toWire, type Wire } from "./fuzzed-request.ts";
import { keptFrom } from "./markers.ts";

export interface FuzzedAnswer {
  /** 0: there was none, or not all of it. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly milliseconds: number;
}

/** Whoever has no answer by then has none. */
const PATIENCE = 30_000;

/** No more of a body can say which members are asked for. */
const LONGEST_TEXT = 1_048_576;

/** A stream may have nothing to tell. */
const FIRST_OF_STREAM = 300;

/** Sends it, and takes of what never ends only the beginning. */
export const sendWire = (port: number, agent: Agent, wire: Wire): Promise<FuzzedAnswer> =>
  new Promise((resolve) => {
    const start = performance.now();
    const { method, target: path, headers, bytes } = wire;
    const settle = (status: number, given: IncomingHttpHeaders, text: string): void =>
      resolve({ status, headers: given, text, milliseconds: performance.now() - start });
    const outgoing = request(
      { host: "127.0.0.1", port, method, path, headers, agent, timeout: PATIENCE },
      (incoming) => {
        const { statusCode = 0 } = incoming;
        const chunks: Buffer[] = [];
        const finish = (): void => {
          const bytes = decode(Buffer.concat(chunks), incoming.headers["content-encoding"]);
          settle(statusCode, incoming.headers, bytes.toString("utf8"));
        };
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.on("end", finish);
        incoming.on("error", (error) => settle(0, incoming.headers, `cut off: ${error}`));
        if (!incoming.headers["content-type"]?.startsWith("text/event-stream")) return;
        const leave = (): void => {
          finish();
          outgoing.destroy();
        };
        const patience = setTimeout(leave, FIRST_OF_STREAM);
        incoming.once("close", () => clearTimeout(patience));
        // What has been before comes first, and soon.
        incoming.once("data", () => setImmediate(leave));
      },
    );
    outgoing.on("timeout", () => outgoing.destroy(new Error("it took too long")));
    outgoing.on("error", (error) => settle(0, {}, String(error)));
    outgoing.end(bytes);
  });

const check = (condition: boolean, problem: string): void => {
  if (!condition) throw new Error(problem);
};

export interface AnswerChecks {
  readonly documented: AnswerCheck;
  readonly credentialsOf: CredentialsOf;
  /** What no answer says, whoever asks. */
  readonly secrets: readonly string[];
}

interface Given {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: unknown;
}

/** Deliberate: with a time to come again, in an envelope. */
const isDeliberate = ({ status, headers }: Pick<Given, "status" | "headers">): boolean =>
  status === 503 && headers["retry-after"] !== undefined;

/** How it was asked for, and whether what came is what the document says. Of a batch no query says another method. */
const checkForm = (
  wire: Wire,
  { status, headers, text, body }: Given,
  documented: AnswerCheck,
  isOfBatch = false,
): void => {
  check(status < 500 || (isDeliberate({ status, headers }) && body !== undefined), `${status}: ${text}`);
  const { method, target, headers: sent, bytes } = wire;
  const prefix = target.startsWith("/fr/") ? "/fr" : "";
  const asked = toAsked(
    method,
    target,
    { headers: sent, raw: bytes?.subarray(0, LONGEST_TEXT) ?? "" },
    prefix,
  );
  if (asked === undefined) {
    if (status >= 400) expectNoLeak(text);
    return;
  }
  if (status >= 400 && status < 500) expectSound({ status, text, headers });
  if (method === "HEAD" || text === "") return;
  const type = headers["content-type"] ?? "";
  // Of other media types the document says only that they are there.
  const known = isOfBatch ? { ...asked, method } : asked;
  documented({ ...known, status, headers, body: body ?? (type === "" ? undefined : "") });
};

/** What only members of a batch are answered, which no document of theirs has: undone, too much in all, and no JSON. */
const OF_MEMBERS = [424, 413, 415];

/** Pages and files of the website are for visitors, whoever asks. */
const readerOf = ({ as, path }: FuzzedRequest): string | undefined =>
  path.startsWith("//") && !path.startsWith("//fr/wp-json") ? undefined : as;

interface Member {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** Throws for an answer that nobody should get. */
export const checkAnswer = (
  asked: FuzzedRequest,
  wire: Wire,
  { status, headers, text }: FuzzedAnswer,
  { documented, credentialsOf, secrets }: AnswerChecks,
): void => {
  check(status !== 0, `there is no answer: ${text}`);
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/.test(headers["content-type"] ?? "");
  // What HTTP itself refuses has no body.
  const body: unknown = isJson && text !== "" ? JSON.parse(text) : undefined;
  check(
    headers["set-cookie"] === undefined && headers["x-evil"] === undefined,
    "it has headers of the request",
  );
  const told = text + JSON.stringify(headers);
  const reader = readerOf(asked);
  // Who has the address of a file may have the file.
  for (const marker of [...keptFrom(reader), ...secrets].filter((one) => !wire.target.includes(one)))
    check(!told.includes(marker), `${reader ?? "nobody"} may not read ${marker}: ${around(told, marker)}`);
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
