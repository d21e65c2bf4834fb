import type { RefusedImage } from "../model/image.ts";
import type { WorkAccount } from "../rights/actor.ts";

/**
 * Port that fetches images from other servers.
 *
 * - It refuses private, loopback and other internal addresses, also after redirects, unless the installation
 *   allows the host.
 * - Failures of the other server are returned as a `RefusedImage`. It rejects only with
 *   `rest_storage_unavailable`, if the calendar closes during the request.
 * - Callers must not be able to explore internal networks. The refusal is therefore the same for an internal
 *   address and an unknown host name. For an allowed internal host it is always `image-unreachable`.
 *
 * Source: rules/images.md#allowed-addresses, rules/images.md#allowed-hosts.
 */
export interface ImageFetcher {
  /**
   * Sends a HEAD request and checks that the response has the status 200 and an image type
   * (rules/images.md#image-check).
   * Returns the refusal, or `undefined` if the check succeeds.
   * Each `account` may have only a limited number of checks at a time, so that slow hosts do not delay other
   * callers.
   */
  check(url: string, account?: WorkAccount): Promise<RefusedImage | undefined>;
  /**
   * Returns the bytes of an image, at most `MAX_IMAGE_BYTES`, or the refusal. It does not check the content.
   * Callers must limit how many images they hold in memory. `account` is as in `check`.
   */
  fetch(url: string, account?: WorkAccount): Promise<{ readonly bytes: Uint8Array } | RefusedImage>;
}
