import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import {
  createFairLimiter,
  type FetchRefusal,
  type ImageFetcher,
  type Logger,
  MAX_IMAGE_BYTES,
  type RefusedImage,
  toLoggedAddress,
} from "@kalends/core";
import { MEDIA_CAPACITIES, type MediaCapacities } from "./capacities.ts";
import { isImageType } from "./image-types.ts";
import { collect } from "./network/collect.ts";
import { createDeadline } from "./network/deadline.ts";
import {
  type Attempt,
  abortable,
  createGuardedNetwork,
  type NetworkOptions,
} from "./network/guarded-network.ts";
import { Refused, toReason } from "./network/refused.ts";

export interface ImageFetcherOptions extends NetworkOptions {
  /** Maximum bytes of an image. Defaults to 10 MiB. */
  readonly maxBytes?: number;
  /**
   * Maximum milliseconds of a check or fetch, from its call to the last byte, including the time in queues.
   * Defaults to 10,000 (rules/images.md#fetch-limits).
   */
  readonly timeoutMs?: number;
  /** Maximum number of redirects. Defaults to 3. */
  readonly maxRedirects?: number;
  /** Receives details about requests to internal hosts. Responses to callers do not contain these details. */
  readonly logger?: Pick<Logger, "info">;
  /** Aborts all requests; their promises then reject with the reason of the signal. */
  readonly closing?: AbortSignal;
  /** Limits of concurrent work. Defaults to `MEDIA_CAPACITIES` (rules/images.md#image-queues). */
  readonly capacities?: Pick<MediaCapacities, "checks" | "imageLookups">;
}

type WorkAccount = Parameters<ImageFetcher["fetch"]>[1];

/** Headers of all requests, in addition to those that HTTP requires, such as `Host`. */
const HEADERS = { accept: "image/*", "accept-encoding": "identity", "user-agent": "Kalends" };

const OF_IMAGES: Readonly<Record<FetchRefusal, RefusedImage["refusal"]>> = {
  "forbidden-address": "forbidden-address",
  "host-unknown": "image-host-unknown",
  "host-silent": "image-host-silent",
  "host-insecure": "image-host-insecure",
  "wrong-answer": "image-wrong-answer",
  "too-many-redirects": "too-many-redirects",
  "too-slow": "image-too-slow",
  "too-large": "image-too-large",
  unreachable: "image-unreachable",
};

/**
 * Creates the function that fetches images over HTTP and HTTPS. Only public addresses and the ports 80, 443
 * and 8080 are allowed, except for hosts in `allowHosts`. The same rules apply to redirects. A redirect from
 * HTTPS to HTTP is refused.
 */
export const createImageFetcher = ({
  maxBytes = MAX_IMAGE_BYTES,
  timeoutMs = 10_000,
  maxRedirects = 3,
  logger,
  closing,
  capacities = MEDIA_CAPACITIES,
  ...options
}: ImageFetcherOptions = {}): ImageFetcher => {
  const network = createGuardedNetwork<WorkAccount>(options, capacities.imageLookups);
  const checks = createFairLimiter<WorkAccount>(capacities.checks);

  /**
   * Returns the response if its status is 200 and its headers show no problem. Otherwise returns the refusal.
   */
  const request = async (
    method: "HEAD" | "GET",
    address: string,
    attempt: Attempt<WorkAccount>,
  ): Promise<IncomingMessage | RefusedImage> => {
    const { message } = await network.request(address, { method, headers: HEADERS }, maxRedirects, attempt);
    const { statusCode: status = 0, headers } = message;
    const refused =
      status === 200 ? refusalOf(headers, maxBytes) : { refusal: "image-wrong-status" as const, status };
    if (refused === undefined) return message;
    message.destroy();
    return refused;
  };

  /**
   * Runs work within the time limit, which includes waiting for `limiter`. Errors that the other server
   * causes become refusals. For allowed internal hosts, the reason is only logged and the refusal is always
   * `image-unreachable`.
   */
  const within = async <T>(
    address: string,
    key: WorkAccount,
    work: (attempt: Attempt<WorkAccount>) => Promise<T | RefusedImage>,
    limiter?: typeof checks,
  ): Promise<T | RefusedImage> => {
    const { signal, end } = createDeadline(timeoutMs, closing);
    const attempt: Attempt<WorkAccount> = { key, signal, isInternal: false };
    const run = async (): Promise<T | RefusedImage> => {
      signal.throwIfAborted();
      // At the end of the time limit, release the permit even if the work continues.
      return abortable(work(attempt), signal);
    };
    const outcome = await abortable(limiter?.run(key, run) ?? run(), signal)
      .catch((error) => {
        if (closing?.aborted) throw closing.reason;
        return toRefusedImage(signal.aborted ? new Refused("too-slow") : error);
      })
      .finally(end);
    if (!isRefused(outcome) || !attempt.isInternal) return outcome;
    const { refusal: reason, ...rest } = outcome;
    const known = { address: toLoggedAddress(address), reason, ...rest };
    logger?.info("an image of an allowed host was refused", known);
    return { refusal: "image-unreachable" };
  };

  return {
    check: (url, account) =>
      within(
        url,
        account,
        async (attempt) => {
          const response = await request("HEAD", url, attempt);
          if ("refusal" in response) return response;
          response.destroy();
          return isImageType(response.headers["content-type"]) ? undefined : NOT_AN_IMAGE;
        },
        checks,
      ),
    fetch: (url, account) =>
      within(url, account, async (attempt) => {
        const response = await request("GET", url, attempt);
        return "refusal" in response ? response : { bytes: await collect(response, maxBytes) };
      }),
  };
};

const NOT_AN_IMAGE: RefusedImage = { refusal: "not-an-image" };

const isRefused = (outcome: unknown): outcome is RefusedImage =>
  typeof outcome === "object" && outcome !== null && "refusal" in outcome;

/** Converts an error to a refusal. Throws the error again if the other server did not cause it. */
const toRefusedImage = (error: unknown): RefusedImage => {
  const reason = toReason(error);
  if (reason === undefined) throw error;
  return error instanceof Refused && error.status !== undefined
    ? { refusal: "image-wrong-status", status: error.status }
    : { refusal: OF_IMAGES[reason] };
};

/**
 * Returns the reason why a response cannot be used, from its headers. Returns `undefined` if the headers show
 * no reason.
 */
const refusalOf = (headers: IncomingHttpHeaders, maxBytes: number): RefusedImage | undefined => {
  if (Number(headers["content-length"] ?? 0) > maxBytes) return { refusal: "image-too-large" };
  // Refuse compressed responses: the request allowed no encoding, and nothing decompresses them here.
  const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? "";
  return encoding === "" || encoding === "identity" ? undefined : NOT_AN_IMAGE;
};
