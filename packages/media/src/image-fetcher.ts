import { lookup } from "node:dns/promises";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { type ImageFetcher, type ImageRefusal, MAX_IMAGE_BYTES } from "@kalends/core";
import { createByteBuffer } from "./byte-buffer.ts";
import type { Connection, ResolveHost } from "./exchange.ts";
import { createGate } from "./gate.ts";
import { isImageType } from "./image-types.ts";
import { Refused } from "./refused.ts";
import { createToTarget, type Target } from "./target.ts";

export interface ImageFetcherOptions {
  /** Hosts (`host` or `host:port`) that may have any address; nothing else is different for them. */
  readonly allowHosts?: readonly string[];
  /** 10 MiB by default. */
  readonly maxBytes?: number;
  /** For everything from the first look-up to the last byte, redirects and waiting included; 10,000 by default. */
  readonly timeoutMs?: number;
  /** 3 by default. */
  readonly maxRedirects?: number;
  /** The computer's by default, which knows its hosts file. */
  readonly resolve?: ResolveHost;
}

/** Bodies are held in memory, heads are not. */
const CHECKS_AT_ONCE = 16;
const FETCHES_AT_ONCE = 4;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

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
}: ImageFetcherOptions = {}): ImageFetcher => {
  const toTarget = createToTarget(allowHosts);
  const checks = createGate(CHECKS_AT_ONCE);
  const fetches = createGate(FETCHES_AT_ONCE);

  /** The first answer that is no redirect, if it is a 200 of bearable size. */
  const request = async (
    method: "HEAD" | "GET",
    address: string,
    connection: Connection,
  ): Promise<IncomingMessage> => {
    // With the first request: TLS takes time and memory to load, and most starts never need it.
    const { send } = await import("./exchange.ts");
    let target: Target | undefined = toTarget(address);
    for (let redirects = 0; ; redirects += 1) {
      if (target === undefined) throw new Refused("forbidden-address");
      const answer = await send(method, target, connection);
      const { statusCode = 0, headers } = answer;
      if (statusCode === 200) return bearable(answer, maxBytes);
      answer.destroy();
      if (!REDIRECTS.has(statusCode) || headers.location === undefined)
        throw new Refused("image-unreachable");
      if (redirects >= maxRedirects) throw new Refused("too-many-redirects");
      target = toTarget(headers.location, target.url);
    }
  };

  /** Runs within the deadline. Whatever the other side does comes out as a refusal. */
  const within = async <T>(
    gate: typeof checks,
    work: (connection: Connection) => Promise<T>,
  ): Promise<T | { readonly refusal: ImageRefusal }> => {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      return await gate.run(() => work({ resolve, signal }), signal);
    } catch (error) {
      if (error instanceof Refused) return { refusal: error.refusal };
      if (signal.aborted) return { refusal: "image-too-slow" };
      if (error instanceof Error && "code" in error) return { refusal: "image-unreachable" };
      throw error;
    }
  };

  return {
    async check(url) {
      const checked = await within(checks, async (connection) => {
        const answer = await request("HEAD", url, connection);
        answer.destroy();
        if (!isImageType(answer.headers["content-type"])) throw new Refused("not-an-image");
        return undefined;
      });
      return checked?.refusal;
    },
    fetch: (url) =>
      within(fetches, async (connection) => ({
        bytes: await collect(await request("GET", url, connection), maxBytes),
      })),
  };
};

/** The answer, unless its head tells already that the body is of no use. */
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

/** Leaving the loop closes the connection. */
const collect = async (answer: IncomingMessage, maxBytes: number): Promise<Uint8Array> => {
  const buffer = createByteBuffer(maxBytes);
  for await (const piece of answer) if (!buffer.append(piece)) throw new Refused("image-too-large");
  return buffer.bytes();
};
