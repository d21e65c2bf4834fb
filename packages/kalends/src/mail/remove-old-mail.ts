import type { Clock } from "@kalends/core";
import { removeOldMails } from "@kalends/core/interface";
import type { Store } from "@kalends/core/storage";

/**
 * Removes mail that has waited for seven days. Returns the number of removed mails. Also works if no mail
 * server is configured.
 */
export type RemoveOldMail = (isStopping?: () => boolean) => Promise<number>;

interface RemoveOldMailDeps {
  readonly store: Pick<Store, "documents" | "transaction">;
  readonly stopwatch: Clock;
}

export const createRemoveOldMail =
  ({ store, stopwatch }: RemoveOldMailDeps): RemoveOldMail =>
  (isStopping = () => false) =>
    removeOldMails(store, stopwatch.now(), isStopping);
