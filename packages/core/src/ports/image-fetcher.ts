import type { ImageRefusal } from "../model/image.ts";

/**
 * Reads images that others serve, and nothing else of their networks: a private, loopback or otherwise inner address is
 * refused unless the installation allows the host, on every redirect. Never rejects for what the other side does.
 * Source: 10-events section 10.9.
 */
export interface ImageFetcher {
  /** Whether a HEAD request is answered with 200 and the type of an image; why not, else `undefined`. */
  check(url: string): Promise<ImageRefusal | undefined>;
  /** The bytes, at most `MAX_IMAGE_BYTES`; they may still be anything. */
  fetch(url: string): Promise<{ readonly bytes: Uint8Array } | { readonly refusal: ImageRefusal }>;
}
