import type { LookupAddress } from "node:dns";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { Refused } from "./refused.ts";
import type { Target } from "./target.ts";

/** Resolves all addresses of a host. */
export type ResolveHost = (hostname: string) => Promise<readonly LookupAddress[]>;

/** How a request is sent. */
export interface Connection {
  /** Returns the addresses to connect to, at least one. Rejects if one of them is not allowed. */
  addressesOf(target: Target): Promise<readonly [LookupAddress, ...LookupAddress[]]>;
  readonly signal: AbortSignal;
}

/** A request to another server. */
export interface HttpRequest {
  readonly method: string;
  /** All headers to send, except `Host`, `Connection` and those that frame the body. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
}

/**
 * Maximum bytes of the head of a response.
 * Source: rules/images.md#fetch-limits.
 */
const MAX_HEAD = 16 * 1024;

/**
 * Creates the lookup function of a connection. It resolves once and returns the checked addresses, so that a
 * name cannot resolve to another address between check and connection.
 */
const createLookup =
  (addressesOf: () => ReturnType<Connection["addressesOf"]>): LookupFunction =>
  (_hostname, { all }, callback) => {
    addressesOf().then(
      ([first, ...others]) => {
        if (all) callback(null, [first, ...others]);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, []),
    );
  };

/**
 * Sends a request on its own connection and returns the head of the response. It sends only necessary headers
 * and uses no proxy. Rejects with the error of `addressesOf` or of the connection.
 */
export const send = (
  { method, headers, body }: HttpRequest,
  target: Target,
  { addressesOf, signal }: Connection,
): Promise<IncomingMessage> =>
  new Promise((answer, reject) => {
    const { url } = target;
    const request = url.protocol === "https:" ? requestHttps : requestHttp;
    request(url, {
      method,
      signal,
      agent: false,
      lookup: createLookup(() => addressesOf(target)),
      maxHeaderSize: MAX_HEAD,
      insecureHTTPParser: false,
      headers,
    })
      .on("response", answer)
      // No upgrade was requested. Node closes the connection without an error.
      .on("upgrade", ({ statusCode: status = 101 }, socket) => {
        socket.destroy();
        reject(new Refused("wrong-answer", status));
      })
      .on("error", reject)
      .on("close", () => reject(new Refused("host-silent")))
      .end(body);
  });
