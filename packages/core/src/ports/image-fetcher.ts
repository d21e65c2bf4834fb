import type { RefusedImage } from "../model/image.ts";
import type { WorkAccount } from "../rights/actor.ts";

/**
 * Fetches images from other servers. Refuses private, loopback and other internal addresses, also on
 * redirects, unless the installation allows the host. Never rejects because of the other server; rejects with
 * `rest_storage_unavailable` if the calendar closes meanwhile.
 * The refusal is the same for an internal address and an unknown name. For an allowed internal host it is
 * only `image-unreachable`. Callers therefore cannot explore internal networks.
 * Source: rules/images.md#allowed-addresses, rules/images.md#allowed-hosts.
 */
export interface ImageFetcher {
  /**
   * Checks by a HEAD request that the response has the status 200 and an image type
   * (rules/images.md#image-check). Returns the refusal, or `undefined` if the check succeeds. `account` is
   * that of the caller, who can hold only some of the places for checks. Slow hosts therefore do not delay
   * other callers.
   */
  check(url: string, account?: WorkAccount): Promise<RefusedImage | undefined>;
  /**
   * Returns the bytes, at most `MAX_IMAGE_BYTES`, whose content is not checked. Callers must limit how many
   * they hold in memory. `account` is as in `check`.
   */
  fetch(url: string, account?: WorkAccount): Promise<{ readonly bytes: Uint8Array } | RefusedImage>;
}
