import type { RefusedImage } from "../model/image.ts";
import type { WorkAccount } from "../rights/actor.ts";

/**
 * Reads images from other servers, and nothing else of their networks: a private, loopback or otherwise inner address
 * is refused unless the installation allows the host, on every redirect. Never rejects because of the other server; with
 * `rest_storage_unavailable` when the calendar closes meanwhile. A
 * refusal is the same for an inner address and an unknown name, and is only `image-unreachable` for an allowed inner
 * host: callers must not explore inner networks with it. Source: rules/images.md#allowed-addresses,
 * rules/images.md#allowed-hosts.
 */
export interface ImageFetcher {
  /**
   * Whether a HEAD request is answered with 200 and the type of an image (rules/images.md#image-check); why not, else
   * `undefined`. `account`: that of the caller, who may hold only some of the places for checks, so that slow hosts
   * do not keep others waiting.
   */
  check(url: string, account?: WorkAccount): Promise<RefusedImage | undefined>;
  /** The bytes, at most `MAX_IMAGE_BYTES`; they may still be anything. Callers bound how many they hold. `account` as in `check`. */
  fetch(url: string, account?: WorkAccount): Promise<{ readonly bytes: Uint8Array } | RefusedImage>;
}
