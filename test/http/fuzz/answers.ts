import { type Agent, type IncomingHttpHeaders, request } from "node:http";
import { decode, toAsked } from "../client.ts";
import type { AnswerCheck } from "../documented-answers.ts";
import { expectSound } from "../hostile/hostile-server.ts";
import type { Wire } from "./fuzzed-request.ts";
import { KEPT_FROM } from "./secrets.ts";

export interface FuzzedAnswer {
  /** 0: there was none. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly milliseconds: number;
}

/** Whoever has no answer by then has none. */
const PATIENCE = 30_000;

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
        incoming.on("end", finish).on("error", finish);
        if (!incoming.headers["content-type"]?.startsWith("text/event-stream")) return;
        finish();
        outgoing.destroy();
      },
    );
    outgoing.on("timeout", () => outgoing.destroy(new Error("it took too long")));
    outgoing.on("error", (error) => settle(0, {}, String(error)));
    outgoing.end(bytes);
  });

const check = (condition: boolean, problem: string): void => {
  if (!condition) throw new Error(problem);
};

/** Throws for an answer that nobody should get. */
export const checkAnswer = (
  as: string | undefined,
  { method, target, headers: sent, bytes }: Wire,
  { status, headers, text }: FuzzedAnswer,
  documented: AnswerCheck,
): void => {
  check(status !== 0, `there is no answer: ${text}`);
  const type = headers["content-type"] ?? "";
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/.test(type);
  // What HTTP itself refuses has no body.
  const body: unknown = isJson && text !== "" ? JSON.parse(text) : undefined;
  const isDeliberate = status === 503 && headers["retry-after"] !== undefined && body !== undefined;
  check(status < 500 || isDeliberate, `${status}: ${text.slice(0, 300)}`);
  check(
    headers["set-cookie"] === undefined && headers["x-evil"] === undefined,
    "it has headers of the request",
  );
  const told = `${text}${headers.location ?? ""}${headers.link ?? ""}`;
  for (const [marker, callers] of Object.entries(KEPT_FROM))
    check(
      !callers.includes(as) || !told.includes(marker),
      `${as ?? "nobody"} may not read ${marker}: ${told.slice(0, 500)}`,
    );
  if (status >= 400 && status < 500) expectSound({ status, text, headers });
  const isHead = method === "HEAD" || text === "";
  const asked = toAsked(method, target, { headers: sent, raw: bytes?.subarray(0, 20_000) ?? "" }, "");
  if (asked !== undefined && !isHead)
    documented({ ...asked, status, headers, body: body ?? undocumentedBody(type) });
};

/** Of other media types the document says only that they are there. */
const undocumentedBody = (type: string): unknown => (type === "" ? undefined : "");
