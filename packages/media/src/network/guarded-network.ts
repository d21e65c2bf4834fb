import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import type { IncomingMessage } from "node:http";
import { createFairLimiter, type LimiterCapacity } from "@kalends/core";
import type { Connection, HttpRequest, ResolveHost } from "./exchange.ts";
import { isPublicAddress } from "./public-address.ts";
import { Refused } from "./refused.ts";
import { createToTarget, type Target } from "./target.ts";

export interface NetworkOptions {
  /** Hosts (`host` or `host:port`) that may have any address. All other rules apply to them. */
  readonly allowHosts?: readonly string[];
  /** Resolves host names. Default: the resolver of the system, which uses its hosts file. */
  readonly resolve?: ResolveHost;
  /** True for a public address. Default: addresses of hosts on the public internet. */
  readonly isPublic?: (address: string) => boolean;
}

/** Caller and state of one request. */
export interface Attempt<Key> {
  readonly key: Key;
  readonly signal: AbortSignal;
  /** True if an allowed internal host was, or will be, connected to. */
  isInternal: boolean;
}

/** Head of a response, whose body is not read yet, and the address that sent it. */
export interface Response {
  readonly message: IncomingMessage;
  readonly url: URL;
}

/** Access to other servers at addresses supplied by callers, without access to our internal networks. */
export interface GuardedNetwork<Key> {
  /**
   * Returns the first response that is no redirect, or the first response if `redirects` is `undefined`.
   * Throws `Refused`, and errors of connections.
   */
  request(
    address: string,
    request: HttpRequest,
    redirects: number | undefined,
    attempt: Attempt<Key>,
  ): Promise<Response>;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Headers that are passed to another host after a redirect. */
const PASSED_ON = /^(?:accept|accept-encoding|accept-language|content-type|user-agent)$/i;

/** Creates the network. `lookups`: maximum number of concurrent name lookups. */
export const createGuardedNetwork = <Key>(
  {
    allowHosts = [],
    resolve = (hostname) => lookup(hostname, { all: true }),
    isPublic = isPublicAddress,
  }: NetworkOptions,
  lookups: LimiterCapacity,
): GuardedNetwork<Key> => {
  const toTarget = createToTarget(allowHosts, isPublic);
  const limiter = createFairLimiter<Key>(lookups);

  /**
   * Returns the addresses of a host. Refuses all of them if one is internal, with the same reason as for a
   * name without addresses.
   */
  const addressesOf = async (
    { url, isAllowed }: Target,
    attempt: Attempt<Key>,
  ): ReturnType<Connection["addressesOf"]> => {
    const [first, ...others] = await limiter.run(attempt.key, async () => {
      attempt.signal.throwIfAborted();
      return resolve(url.hostname).catch((): readonly LookupAddress[] => []);
    });
    if (first === undefined) throw new Refused("host-unknown");
    if (![first, ...others].every(({ address }) => isPublic(address))) {
      if (!isAllowed) throw new Refused("host-unknown");
      attempt.isInternal = true;
    }
    return [first, ...others];
  };

  return {
    async request(address, first, redirects, attempt) {
      // Loaded with the first request: TLS takes time and memory to load, and most processes never need it.
      const { send } = await import("./exchange.ts");
      let request = first;
      let target = toTarget(address);
      for (let count = 0; ; count += 1) {
        if (typeof target === "string") throw new Refused(target);
        if (target.isInternal) attempt.isInternal = true;
        const { url } = target;
        const message = await send(request, target, {
          addressesOf: (of) => addressesOf(of, attempt),
          signal: attempt.signal,
        });
        const { statusCode: status = 0, headers } = message;
        if (redirects === undefined || !REDIRECTS.has(status)) return { message, url };
        message.destroy();
        if (headers.location === undefined) throw new Refused("wrong-answer");
        if (count >= redirects) throw new Refused("too-many-redirects");
        target = toTarget(headers.location, url);
        if (typeof target !== "string") request = toNext(request, status, url.origin !== target.url.origin);
      }
    },
  };
};

/** Returns the request to send after a redirect, as browsers do (Fetch, HTTP-redirect fetch). */
const toNext = (
  { method, headers, body }: HttpRequest,
  status: number,
  isOtherHost: boolean,
): HttpRequest => {
  const becomesGet =
    status === 303 ? method !== "GET" && method !== "HEAD" : status <= 302 && method === "POST";
  const kept = Object.entries(headers).filter(
    ([name]) => !(isOtherHost && !PASSED_ON.test(name)) && !(becomesGet && /^content-/i.test(name)),
  );
  return {
    method: becomesGet ? "GET" : method,
    headers: Object.fromEntries(kept),
    ...(!becomesGet && { body }),
  };
};

/**
 * Resolves with the result of the work, or rejects with the signal's reason as soon as it is aborted. Leaves
 * no listener on the signal, which may exist longer.
 */
export const abortable = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
  let onAbort = (): void => {};
  const response = new Promise<T>((resolve, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject);
  });
  return response.finally(() => signal.removeEventListener("abort", onAbort));
};
