import type { LookupAddress } from "node:dns";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { Refused } from "./refused.ts";
import type { Target } from "./target.ts";

/** All addresses of a host. */
export type ResolveHost = (hostname: string) => Promise<readonly LookupAddress[]>;

/** How a request is sent. */
export interface Connection {
  /** The addresses that may be connected to, at least one; rejects when there is one that may not. */
  addressesOf(target: Target): Promise<readonly [LookupAddress, ...LookupAddress[]]>;
  readonly signal: AbortSignal;
}

/** What is asked of another server. */
export interface Asked {
  readonly method: string;
  /** All that are sent but `Host`, `Connection` and those that frame the body. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
}

/** Largest head of an answer, in bytes. Source: rules/images.md#fetch-limits. */
const MAX_HEAD = 16 * 1024;

/**
 * Resolves once for each connection and hands over what was checked, so that a name cannot mean another address between the
 * check and the connection.
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
 * The head of the answer to a request of its own connection, which carries nothing that it does not have to and goes
 * through no proxy. Rejects with what `addressesOf` rejects with, else with the error of the connection.
 */
export const send = (
  { method, headers, body }: Asked,
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
      // It was not asked for: Node closes the connection for it, without an error.
      .on("upgrade", ({ statusCode: status = 101 }, socket) => {
        socket.destroy();
        reject(new Refused("wrong-answer", status));
      })
      .on("error", reject)
      .on("close", () => reject(new Refused("host-silent")))
      .end(body);
  });
