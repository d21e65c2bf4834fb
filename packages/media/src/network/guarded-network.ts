import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import type { IncomingMessage } from "node:http";
import { createFairLimiter, type LimiterCapacity } from "@kalends/core";
import type { Connection, HttpRequest, ResolveHost } from "./exchange.ts";
import { isPublicAddress } from "./public-address.ts";
import { Refused } from "./refused.ts";
import { createToTarget, type Target } from "./target.ts";

export interface NetworkOptions {
  /**
   * Hosts (`host` or `host:port`) that may be in internal networks. Requests to them may use any IP address,
   * and also any port if the entry has none. All other rules apply to these hosts too.
   */
  readonly allowHosts?: readonly string[];
  /** Resolves host names. Defaults to the resolver of the system, which also uses its hosts file. */
  readonly resolve?: ResolveHost;
  /** True if an IP address is public. Defaults to `isPublicAddress`. */
  readonly isPublic?: (address: string) => boolean;
}

/** Caller and state of one request. */
export interface Attempt<Key> {
  readonly key: Key;
  readonly signal: AbortSignal;
  /** True if the request connects, or has connected, to an internal host that is allowed. */
  isInternal: boolean;
}

/** A response whose body is not read yet, and the URL that sent it. */
export interface Response {
  readonly message: IncomingMessage;
  readonly url: URL;
}

/** Sends requests to URLs that callers supply, without access to internal networks. */
export interface GuardedNetwork<Key> {
  /**
   * Follows redirects and returns the first response that is not a redirect. If `redirects` is `undefined`,
   * returns the first response. Throws `Refused`, and errors of connections.
   */
  request(
    address: string,
    request: HttpRequest,
    redirects: number | undefined,
    attempt: Attempt<Key>,
  ): Promise<Response>;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/**
 * Names of the headers that are sent again if a redirect leads to another origin. All other headers are left
 * out.
 */
const PASSED_ON = /^(?:accept|accept-encoding|accept-language|content-type|user-agent)$/i;

/** Creates the guarded network. `lookups` limits the number of concurrent DNS lookups. */
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
   * Returns the IP addresses of a host. If one address is internal and the host is not in `allowHosts`,
   * throws `Refused`. The reason is the same as for a host without addresses, so that callers learn nothing
   * about internal hosts.
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
      // Import the module with the first request: TLS takes time and memory, and most processes never need
      // it.
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

/** Returns the request to send after a redirect, with the rules of browsers (Fetch, HTTP-redirect fetch). */
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
 * Resolves with the result of the work. If the signal is aborted first, rejects with its reason. Leaves no
 * listener on the signal, which may exist longer than the work.
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
