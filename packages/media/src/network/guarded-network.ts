import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import type { IncomingMessage } from "node:http";
import { createFairLimiter, type Places } from "@kalends/core";
import type { Asked, Connection, ResolveHost } from "./exchange.ts";
import { isPublicAddress } from "./public-address.ts";
import { Refused } from "./refused.ts";
import { createToTarget, type Target } from "./target.ts";

export interface NetworkOptions {
  /** Hosts (`host` or `host:port`) that may have any address; nothing else is different for them. */
  readonly allowHosts?: readonly string[];
  /** The computer's by default, which knows its hosts file. */
  readonly resolve?: ResolveHost;
  /** Whether what is at an address is public; by default that of hosts on the public internet. */
  readonly isPublic?: (address: string) => boolean;
}

/** For whom something is asked, and what becomes known meanwhile. */
export interface Attempt<Key> {
  readonly key: Key;
  readonly signal: AbortSignal;
  /** An allowed host within a network was, or is about to be, connected to. */
  isInner: boolean;
}

/** The head of an answer, whose body is not read yet, and where it is from. */
export interface Response {
  readonly message: IncomingMessage;
  readonly url: URL;
}

/** Other servers as addresses of callers lead to them: nothing within our own networks. */
export interface GuardedNetwork<Key> {
  /**
   * The first answer that is no redirect; with `undefined` redirects, the first answer. Throws `Refused`, and the errors of
   * connections.
   */
  request(
    address: string,
    asked: Asked,
    redirects: number | undefined,
    attempt: Attempt<Key>,
  ): Promise<Response>;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** What a server that was not asked gets to see. */
const PASSED_ON = /^(?:accept|accept-encoding|accept-language|content-type|user-agent)$/i;

/** `lookups`: of names, at once. */
export const createGuardedNetwork = <Key>(
  {
    allowHosts = [],
    resolve = (hostname) => lookup(hostname, { all: true }),
    isPublic = isPublicAddress,
  }: NetworkOptions,
  lookups: Places,
): GuardedNetwork<Key> => {
  const toTarget = createToTarget(allowHosts, isPublic);
  const limiter = createFairLimiter<Key>(lookups);

  /** One inner address among several is enough to refuse all, with what a name is refused that has none. */
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
      attempt.isInner = true;
    }
    return [first, ...others];
  };

  return {
    async request(address, first, redirects, attempt) {
      // With the first request: TLS takes time and memory to load, and most starts never need it.
      const { send } = await import("./exchange.ts");
      let asked = first;
      let target = toTarget(address);
      for (let count = 0; ; count += 1) {
        if (typeof target === "string") throw new Refused(target);
        if (target.isInner) attempt.isInner = true;
        const { url } = target;
        const message = await send(asked, target, {
          addressesOf: (of) => addressesOf(of, attempt),
          signal: attempt.signal,
        });
        const { statusCode: status = 0, headers } = message;
        if (redirects === undefined || !REDIRECTS.has(status)) return { message, url };
        message.destroy();
        if (headers.location === undefined) throw new Refused("wrong-answer");
        if (count >= redirects) throw new Refused("too-many-redirects");
        target = toTarget(headers.location, url);
        if (typeof target !== "string") asked = toNext(asked, status, url.origin !== target.url.origin);
      }
    },
  };
};

/** What is asked where a redirect leads to, as browsers ask (Fetch, HTTP-redirect fetch). */
const toNext = ({ method, headers, body }: Asked, status: number, isElsewhere: boolean): Asked => {
  const becomesGet =
    status === 303 ? method !== "GET" && method !== "HEAD" : status <= 302 && method === "POST";
  const kept = Object.entries(headers).filter(
    ([name]) => !(isElsewhere && !PASSED_ON.test(name)) && !(becomesGet && /^content-/i.test(name)),
  );
  return {
    method: becomesGet ? "GET" : method,
    headers: Object.fromEntries(kept),
    ...(!becomesGet && { body }),
  };
};

/** What the work resolves to, or the signal's reason as soon as that is aborted. The signal, which may live on, keeps nothing of it. */
export const abortable = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
  let onAbort = (): void => {};
  const settled = new Promise<T>((resolve, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject);
  });
  return settled.finally(() => signal.removeEventListener("abort", onAbort));
};
