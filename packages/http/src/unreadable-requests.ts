import { randomUUID } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { ANONYMOUS, CalendarError, type Logger } from "@kalends/core";
import type { HttpErrorCode } from "./errors/error-codes.ts";
import { CATALOGUES, toLanguage } from "./messages/languages.ts";
import { clientAddress } from "./request/caller/proxy.ts";
import { createErrorRenderer } from "./response/error-renderer.ts";
import type { HttpSettings } from "./settings.ts";

/** Milliseconds for which a refused connection stays open, so that the client can read the response. */
const LINGER_MS = 1_000;

/** Error codes by the codes of Node's errors. All other errors mean a malformed request. */
const CODES: Readonly<Record<string, HttpErrorCode>> = {
  HPE_HEADER_OVERFLOW: "rest_headers_too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "rest_request_timeout",
};

interface UnreadableRequestsDeps {
  readonly logger: Logger;
  readonly settings: Pick<HttpSettings, "bodyLimit" | "language">;
  /** Called with the code of each error response. Must not throw. */
  readonly onUnreadable?: ((code: HttpErrorCode) => void) | undefined;
}

/**
 * Returns the number of `Host` headers. If a request has several, a proxy and this server may use different
 * ones. Source: RFC 9112 section 3.2.
 */
const hostsIn = ({ rawHeaders }: IncomingMessage): number => {
  let hosts = 0;
  for (let place = 0; place < rawHeaders.length; place += 2)
    if (rawHeaders[place]?.toLowerCase() === "host") hosts += 1;
  return hosts;
};

/**
 * Responds with the error envelope of the REST interface to bytes that are not a valid HTTP request, then
 * closes the connection. Earlier requests on the connection are answered first. Create the server with
 * `requireHostHeader: false`. Source: rules/errors.md#unreadable-requests, RFC 9112 section 2.2.
 */
export const respondToUnreadable = (
  server: Server,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  { logger, settings, onUnreadable }: UnreadableRequestsDeps,
): void => {
  const renderError = createErrorRenderer({ logger, bodyLimit: settings.bodyLimit, catalogues: CATALOGUES });
  const language = toLanguage(settings.language);
  const latest = new WeakMap<Duplex, ServerResponse>();
  const refused = new WeakSet<Duplex>();

  const answerOf = (
    code: HttpErrorCode,
    socket: Duplex,
  ): readonly [status: number, headers: object, body: string] => {
    const id = randomUUID();
    const failed = { id, method: "", path: "", actor: ANONYMOUS, language };
    const { status, body } = renderError(new CalendarError<HttpErrorCode>(code), failed);
    const text = JSON.stringify(body);
    // An unreadable request has no headers that a proxy could have set. A server socket has an address while
    // it is open.
    const client = clientAddress({ headers: {}, socket: socket as Socket }, 0);
    logger.info("refused what is no request", {
      request: id,
      code,
      status,
      ...(client !== "" && { client }),
    });
    onUnreadable?.(code);
    const headers = {
      "Content-Type": "application/json; charset=UTF-8",
      "Content-Length": Buffer.byteLength(text),
      "Content-Language": language,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      "X-Request-Id": id,
      Connection: "close",
    };
    return [status, headers, text];
  };

  const refuse = (socket: Duplex, code: HttpErrorCode): void => {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const [status, headers, body] = answerOf(code, socket);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    // RFC 9112 section 4 allows an empty reason phrase.
    socket.end(`HTTP/1.1 ${status} \r\n${lines.join("")}\r\n${body}`);
    // If the socket closed immediately, the connection of a client that is still sending would be reset
    // before the client could read the response.
    const limit = setTimeout(() => socket.destroy(), LINGER_MS).unref();
    socket.once("close", () => clearTimeout(limit));
  };

  server.on("request", (request, response) => {
    latest.set(request.socket, response);
    const { httpVersion } = request;
    const hosts = hostsIn(request);
    if ((httpVersion === "1.0" && hosts <= 1) || (httpVersion === "1.1" && hosts === 1)) {
      answer(request, response);
      return;
    }
    const [status, headers, body] = answerOf("rest_malformed_request", request.socket);
    response.writeHead(status, { ...headers }).end(request.method === "HEAD" ? undefined : body);
  });
  // Ignores unknown expectations. Source: RFC 9110 section 10.1.1.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.on("connect", (_, socket) => refuse(socket, "rest_malformed_request"));
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    // Later bytes of a refused connection cause the same error again.
    if (refused.has(socket)) return;
    refused.add(socket);
    const code = CODES[error.code ?? ""] ?? "rest_malformed_request";
    const before = latest.get(socket);
    if (before === undefined || before.writableFinished) refuse(socket, code);
    else if (before.req.complete) before.once("close", () => refuse(socket, code));
    else if (before.headersSent || before.socket !== socket) socket.destroy();
    else refuse(socket, code);
  });
};
