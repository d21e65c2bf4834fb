import type { LookupAddress } from "node:dns";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { Refused } from "./refused.ts";
import type { Target } from "./target.ts";

/** Returns all IP addresses of a host. */
export type ResolveHost = (hostname: string) => Promise<readonly LookupAddress[]>;

/** Addresses to which a request may connect, and the signal that aborts it. */
export interface Connection {
  /** Returns the IP addresses to connect to, at least one. Rejects if one of the addresses is not allowed. */
  addressesOf(target: Target): Promise<readonly [LookupAddress, ...LookupAddress[]]>;
  readonly signal: AbortSignal;
}

/** Data of a request to another server. */
export interface HttpRequest {
  readonly method: string;
  /** All headers to send, except for `Host`, `Connection` and the headers that frame the body. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
}

/**
 * Maximum bytes of the status line and headers of a response.
 * Source: rules/images.md#fetch-limits.
 */
const MAX_HEAD = 16 * 1024;

/**
 * Creates the lookup function for a connection. It returns the addresses that were checked. A host name
 * therefore cannot resolve to another address between the check and the connection.
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
 * Sends a request on a new connection. Resolves when the headers of the response have arrived. Adds only
 * necessary headers and uses no proxy. Rejects with the error of `addressesOf` or of the connection. Rejects
 * with `Refused` if the server switches the protocol, or closes the connection without a response.
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
      // Refuse protocol upgrades, which the request did not ask for. Without this listener, Node would close
      // the connection without an error.
      .on("upgrade", ({ statusCode: status = 101 }, socket) => {
        socket.destroy();
        reject(new Refused("wrong-answer", status));
      })
      .on("error", reject)
      .on("close", () => reject(new Refused("host-silent")))
      .end(body);
  });
