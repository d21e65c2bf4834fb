import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import {
  createFairLimiter,
  type FairLimiter,
  type ImageFetcher,
  type ImageRefusal,
  type Logger,
  MAX_IMAGE_BYTES,
  type RefusedImage,
} from "@kalends/core";
import type { Connection, ResolveHost } from "./exchange.ts";
import { isImageType } from "./image-types.ts";
import { isPublicAddress } from "./public-address.ts";
import { Refused, toRefusedImage } from "./refused.ts";
import { createToTarget, type Target } from "./target.ts";

export interface ImageFetcherOptions {
  /** Hosts (`host` or `host:port`) that may have any address; nothing else is different for them. */
  readonly allowHosts?: readonly string[];
  /** 10 MiB by default. */
  readonly maxBytes?: number;
  /** From the first look-up to the last byte; 10,000 by default (rules/images.md#fetch-limits). */
  readonly timeoutMs?: number;
  /** 3 by default. */
  readonly maxRedirects?: number;
  /** The computer's by default, which knows its hosts file. */
  readonly resolve?: ResolveHost;
  /** Whether what is at an address is public; by default that of hosts on the public internet. */
  readonly isPublic?: (address: string) => boolean;
  /** Gets what answers to callers leave out about inner hosts. */
  readonly logger?: Pick<Logger, "info">;
}

/** Heads are not held in memory (rules/images.md#image-queues). */
const CHECKS = { capacity: 16, perKey: 4 };
/** Bodies are. */
const FETCHES = { capacity: 4 };
/** Node asks for names in its four threads, which files and passwords need, too, and cannot take a question back. */
const LOOKUPS = { capacity: 2, perKey: 1 };

const SLOW: RefusedImage = { refusal: "image-too-slow" };
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** The id of the account that images are asked for. */
type Account = number | undefined;

/** What becomes known while an image is asked for. */
interface Attempt {
  readonly account: Account;
  readonly signal: AbortSignal;
  /** An allowed host within a network was, or is about to be, connected to. */
  isInner: boolean;
}

/**
 * Fetches over HTTP and HTTPS from public addresses, ports 80, 443 and 8080. A redirect must pass the same rules, and must
 * not leave HTTPS.
 */
export const createImageFetcher = ({
  allowHosts = [],
  maxBytes = MAX_IMAGE_BYTES,
  timeoutMs = 10_000,
  maxRedirects = 3,
  resolve = (hostname) => lookup(hostname, { all: true }),
  isPublic = isPublicAddress,
  logger,
}: ImageFetcherOptions = {}): ImageFetcher => {
  const toTarget = createToTarget(allowHosts, isPublic);
  const checks = createFairLimiter<Account>(CHECKS);
  const fetches = createFairLimiter<Account>(FETCHES);
  const lookups = createFairLimiter<Account>(LOOKUPS);

  /** One inner address among several is enough to refuse all, with what a name is refused that has none. */
  const addressesOf = async (
    { url, isAllowed }: Target,
    attempt: Attempt,
  ): ReturnType<Connection["addressesOf"]> => {
    const [first, ...others] = await lookups.run(attempt.account, async () => {
      attempt.signal.throwIfAborted();
      return resolve(url.hostname).catch((): readonly LookupAddress[] => []);
    });
    if (first === undefined) throw new Refused("image-host-unknown");
    if (![first, ...others].every(({ address }) => isPublic(address))) {
      if (!isAllowed) throw new Refused("image-host-unknown");
      attempt.isInner = true;
    }
    return [first, ...others];
  };

  /** The first answer that is no redirect, if it is a 200 of bearable size. */
  const request = async (
    method: "HEAD" | "GET",
    address: string,
    attempt: Attempt,
  ): Promise<IncomingMessage> => {
    // With the first request: TLS takes time and memory to load, and most starts never need it.
    const { send } = await import("./exchange.ts");
    let target = toTarget(address);
    for (let redirects = 0; ; redirects += 1) {
      if (typeof target === "string") throw new Refused(target);
      if (target.isInner) attempt.isInner = true;
      const answer = await send(method, target, {
        addressesOf: (of) => addressesOf(of, attempt),
        signal: attempt.signal,
      });
      const { statusCode: status = 0, headers } = answer;
      if (status === 200) return bearable(answer, maxBytes);
      answer.destroy();
      if (!REDIRECTS.has(status)) throw new Refused("image-wrong-status", { status });
      if (headers.location === undefined) throw new Refused("image-wrong-answer");
      if (redirects >= maxRedirects) throw new Refused("too-many-redirects");
      target = toTarget(headers.location, target.url);
    }
  };

  /** Runs within the deadline, which is not lengthened by waiting. Whatever the other side does comes out as a refusal. */
  const within = async <T>(
    limiter: FairLimiter<Account>,
    address: string,
    account: number | undefined,
    work: (attempt: Attempt) => Promise<T>,
  ): Promise<T | RefusedImage> => {
    const signal = AbortSignal.timeout(timeoutMs);
    const attempt: Attempt = { account, signal, isInner: false };
    const turn = limiter.run(account, async () => {
      signal.throwIfAborted();
      // Whatever becomes of the work, its place is free when its time is over.
      return abortable(work(attempt), signal);
    });
    try {
      return await abortable(turn, signal);
    } catch (error) {
      const refused = signal.aborted ? SLOW : toRefusedImage(error);
      if (refused === undefined) throw error;
      if (!attempt.isInner) return refused;
      const { refusal: reason, ...rest } = refused;
      logger?.info("an image of an allowed host was refused", { address, reason, ...rest });
      return { refusal: "image-unreachable" };
    }
  };

  return {
    check: (url, account) =>
      within(checks, url, account, async (attempt) => {
        const answer = await request("HEAD", url, attempt);
        answer.destroy();
        if (!isImageType(answer.headers["content-type"])) throw new Refused("not-an-image");
        return undefined;
      }),
    fetch: (url, account) =>
      within(fetches, url, account, async (attempt) => ({
        bytes: await collect(await request("GET", url, attempt), maxBytes),
      })),
  };
};

/** What the work resolves to, or the signal's reason as soon as that is aborted. */
const abortable = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });

/** The answer, unless its head shows that the body is of no use. */
const bearable = (answer: IncomingMessage, maxBytes: number): IncomingMessage => {
  const refusal = refusalOf(answer.headers, maxBytes);
  if (refusal === undefined) return answer;
  answer.destroy();
  throw new Refused(refusal);
};

const refusalOf = (headers: IncomingHttpHeaders, maxBytes: number): ImageRefusal | undefined => {
  if (Number(headers["content-length"] ?? 0) > maxBytes) return "image-too-large";
  // None was asked for: what was packed is not unpacked.
  const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? "";
  return encoding === "" || encoding === "identity" ? undefined : "not-an-image";
};

const FIRST_CAPACITY = 64 * 1024;

/** The pieces are copied, so that a million small ones take no more room than their bytes. Leaving the loop closes the connection. */
const collect = async (answer: IncomingMessage, maxBytes: number): Promise<Uint8Array> => {
  let space = new Uint8Array(Math.min(FIRST_CAPACITY, maxBytes));
  let length = 0;
  try {
    for await (const piece of answer as AsyncIterable<Uint8Array>) {
      const wanted = length + piece.length;
      if (wanted > maxBytes) throw new Refused("image-too-large");
      if (wanted > space.length) {
        const larger = new Uint8Array(Math.min(maxBytes, Math.max(wanted, 2 * space.length)));
        larger.set(space.subarray(0, length));
        space = larger;
      }
      space.set(piece, length);
      length = wanted;
    }
  } catch (error) {
    throw error instanceof Refused ? error : new Refused("image-wrong-answer");
  }
  return space.subarray(0, length);
};
