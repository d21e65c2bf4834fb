import type { LookupAddress } from "node:dns";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { isPublicAddress } from "./public-address.ts";
import { Refused } from "./refused.ts";
import type { Target } from "./target.ts";

/** All addresses of a host. */
export type ResolveHost = (hostname: string) => Promise<readonly LookupAddress[]>;

/** How a request is sent. */
export interface Connection {
  readonly resolve: ResolveHost;
  readonly signal: AbortSignal;
}

/** Largest head of an answer, in bytes. */
const MAX_HEAD = 16 * 1024;

/** One inner address among several is enough to refuse all. */
const checkedAddresses = async (
  hostname: string,
  resolve: ResolveHost,
  isAllowed: boolean,
): Promise<readonly [LookupAddress, ...LookupAddress[]]> => {
  const [first, ...others] = await resolve(hostname);
  if (first === undefined)
    throw Object.assign(new Error(`${hostname} has no address`), { code: "ENOTFOUND" });
  if (!isAllowed && ![first, ...others].every(({ address }) => isPublicAddress(address)))
    throw new Refused("forbidden-address");
  return [first, ...others];
};

/**
 * Resolves once for each connection and hands over what was checked, so that a name cannot mean another address between the
 * check and the connection.
 */
const createLookup =
  (resolve: ResolveHost, isAllowed: boolean): LookupFunction =>
  (hostname, { all }, callback) => {
    checkedAddresses(hostname, resolve, isAllowed).then(
      ([first, ...others]) => {
        if (all) callback(null, [first, ...others]);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, []),
    );
  };

/**
 * The head of the answer to a request of its own connection, which carries nothing that it does not have to and goes
 * through no proxy. Rejects with `Refused` when the host has an inner address, else with the error of the connection.
 */
export const send = (
  method: "HEAD" | "GET",
  { url, isAllowed }: Target,
  { resolve, signal }: Connection,
): Promise<IncomingMessage> =>
  new Promise((answer, reject) => {
    const request = url.protocol === "https:" ? requestHttps : requestHttp;
    request(url, {
      method,
      signal,
      agent: false,
      lookup: createLookup(resolve, isAllowed),
      maxHeaderSize: MAX_HEAD,
      insecureHTTPParser: false,
      headers: { accept: "image/*", "accept-encoding": "identity", "user-agent": "Kalends" },
    })
      .on("response", answer)
      .on("error", reject)
      .end();
  });
