import { type Agent, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { checkBy, type Exchange, type ResponseCheck } from "./documented-answers.ts";
import { isForPrograms, sendByProgram } from "./program.ts";

/** Request that a test sends. It has at most one of the four kinds of bodies. */
export interface Sent {
  /** Name of the user who sends the request; see `startCalendar`. */
  readonly as?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly form?: string | Readonly<Record<string, string>>;
  readonly multipart?: FormData;
  readonly raw?: string | Uint8Array;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export type Body = any;

export interface TestResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Decoded body; `undefined` if the response has none. */
  readonly body: Body;
}

export interface Client {
  readonly origin: string;
  /** Base URL of the API, including the locale. */
  readonly namespace: string;
  /**
   * Sends a request. `path` is relative to the base URL of the API. If it begins with `/wp-json` or `/?`, it
   * is relative to the site in the locale. If it begins with `//`, it is relative to the site itself.
   */
  send(method: string, path: string, sent?: Sent): Promise<TestResponse>;
  get(path: string, sent?: Sent): Promise<TestResponse>;
  post(path: string, sent?: Sent): Promise<TestResponse>;
}

export const NAMESPACE = "/wp-json/tribe/events/v1";

export const decode = (bytes: Buffer, coding: string | undefined): Buffer => {
  if (coding === undefined || bytes.length === 0) return bytes;
  return coding === "br" ? brotliDecompressSync(bytes) : gunzipSync(bytes);
};

const toPath = (path: string, prefix: string): string => {
  if (path.startsWith("//")) return path.slice(1);
  if (prefix !== "" && path.startsWith(`${prefix}/`)) return path;
  return prefix + (path.startsWith("/wp-json") || path.startsWith("/?") ? path : NAMESPACE + path);
};

const encodeBody = async (
  sent: Sent,
): Promise<readonly [type: string | undefined, bytes: Uint8Array | undefined]> => {
  if (sent.json !== undefined) return ["application/json", Buffer.from(JSON.stringify(sent.json))];
  if (sent.form !== undefined) {
    const text = typeof sent.form === "string" ? sent.form : new URLSearchParams(sent.form).toString();
    return ["application/x-www-form-urlencoded", Buffer.from(text)];
  }
  if (sent.multipart !== undefined) {
    const encoded = new Response(sent.multipart);
    return [encoded.headers.get("content-type") ?? undefined, Buffer.from(await encoded.arrayBuffer())];
  }
  return [undefined, sent.raw === undefined ? undefined : Buffer.from(sent.raw)];
};

/** True if the request contains a parameter of this name, in the query or the body and in any encoding. */
const mentions = (name: string, query: string, { raw = "", json, form, multipart }: Sent): boolean => {
  const text = `${query} ${Buffer.from(raw).toString("latin1")} ${JSON.stringify([json, form])}`;
  const decoded = text.replace(/%([\da-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return decoded.includes(name) || multipart?.has(name) === true;
};

/**
 * Returns the properties of an API request on which its documented response depends. Returns `undefined` if
 * the request is not for the API.
 */
export const toMeasuredRequest = (
  method: string,
  target: string,
  { headers = {}, ...sent }: Sent,
  prefix: string,
): Pick<Exchange, "method" | "path" | "isSelection" | "isDryRun"> | undefined => {
  const [path = "", query = ""] = target.split("?", 2);
  const values = new URLSearchParams(query);
  const alias = path === `${prefix}/` ? values.get("rest_route") : null;
  const root = `${prefix}${NAMESPACE}`;
  const below = (alias === null ? path : `${prefix}/wp-json/${alias}`).replace(/\/{2,}/g, "/");
  if (!below.toLowerCase().startsWith(root.toLowerCase())) return undefined;
  const override = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return {
    method: (values.get("_method") || override.get("x-http-method-override") || method).trim().toUpperCase(),
    path: below.slice(root.length),
    isSelection: mentions("_fields", query, sent),
    isDryRun: mentions("dry_run", query, sent),
  };
};

/**
 * Cache of response checks by the key of the document. Reading a document takes longer than most tests, and
 * many calendars have equal documents.
 */
const checks = new Map<string, Promise<ResponseCheck | undefined>>();

/**
 * Creates an HTTP client for tests. It checks that each API response matches the OpenAPI document at `/doc`.
 * Typical API calls are sent with `@kalends/client`. All other requests are sent with plain HTTP, so that no
 * client changes them. Without `agent`, each request has its own connection. `prefix` is the path of a
 * locale, such as `/fr`. `documentKey` is equal for calendars with equal documents.
 */
export const createClient = (
  port: number,
  tokens: ReadonlyMap<string, string>,
  agent: Agent | false = false,
  prefix = "",
  documentKey?: string,
): Client => {
  const origin = `http://127.0.0.1:${port}`;
  const exchange: Client["send"] = async (method, path, sent = {}) => {
    const token = sent.as === undefined ? undefined : tokens.get(sent.as);
    if (sent.as !== undefined && token === undefined) throw new Error(`There is no user ${sent.as}`);
    if (agent === false && isForPrograms(method, path, sent)) {
      return sendByProgram({ site: origin, locale: prefix.slice(1) || undefined, token }, method, path, sent);
    }
    const [type, bytes] = await encodeBody(sent);
    const headers = {
      ...(type !== undefined && { "content-type": type }),
      ...(bytes !== undefined &&
        sent.headers?.["transfer-encoding"] === undefined && { "content-length": String(bytes.length) }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...sent.headers,
    };
    return new Promise((resolve, reject) => {
      const outgoing = httpRequest(
        { host: "127.0.0.1", port, method, path: toPath(path, prefix), headers, agent },
        (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
          incoming.on("error", reject);
          incoming.on("end", () => {
            const text = decode(Buffer.concat(chunks), incoming.headers["content-encoding"]).toString("utf8");
            const isJson = /^application\/([\w.-]+\+)?json\b/.test(incoming.headers["content-type"] ?? "");
            resolve({
              status: incoming.statusCode ?? 0,
              headers: incoming.headers,
              text,
              body: isJson && text !== "" ? JSON.parse(text) : undefined,
            });
          });
        },
      );
      outgoing.on("error", reject);
      outgoing.end(bytes);
    });
  };
  const fetchCheck = async (): Promise<ResponseCheck | undefined> => {
    const { status, body } = await exchange("GET", "/doc?version=3.0");
    // If the API has another namespace, its document is not at this address.
    return status === 200 ? checkBy(body) : undefined;
  };
  let check: Promise<ResponseCheck | undefined> | undefined;
  const send: Client["send"] = async (method, path, sent = {}) => {
    const answer = await exchange(method, path, sent);
    const asked = toMeasuredRequest(method, toPath(path, prefix), sent, prefix);
    if (asked === undefined) return answer;
    check ??= (documentKey === undefined ? undefined : checks.get(documentKey)) ?? fetchCheck();
    if (documentKey !== undefined) checks.set(documentKey, check);
    (await check)?.({ ...asked, ...answer });
    return answer;
  };
  return {
    origin,
    namespace: origin + prefix + NAMESPACE,
    send,
    get: (path, sent) => send("GET", path, sent),
    post: (path, sent) => send("POST", path, sent),
  };
};
