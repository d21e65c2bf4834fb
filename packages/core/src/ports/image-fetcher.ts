import type { RefusedImage } from "../model/image.ts";

/**
 * Reads images that others serve, and nothing else of their networks: a private, loopback or otherwise inner address is
 * refused unless the installation allows the host, on every redirect. Never rejects for what the other side does. A refusal
 * does not tell an inner address from a name that is unknown, and says no more of an allowed inner host than
 * `image-unreachable`: callers must not learn from it what else there is. Source: 10-events section 10.9.
 */
export interface ImageFetcher {
  /**
   * Whether a HEAD request is answered with 200 and the type of an image; why not, else `undefined`. `account`: the id of who
   * asks. One account has only some of the places for checks, so that its slow hosts keep nobody else waiting.
   */
  check(url: string, account?: number): Promise<RefusedImage | undefined>;
  /** The bytes, at most `MAX_IMAGE_BYTES`; they may still be anything. `account` as in `check`. */
  fetch(url: string, account?: number): Promise<{ readonly bytes: Uint8Array } | RefusedImage>;
}
