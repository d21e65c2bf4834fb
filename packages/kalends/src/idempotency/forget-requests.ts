import type { Clock } from "@kalends/core";
import type { Store } from "@kalends/core/storage";
import { removeOldRequests } from "./stored-requests.ts";

/** Removes stored requests that are older than a day. */
export type ForgetRequests = (isStopped: () => boolean) => Promise<void>;

interface ForgetRequestsDeps {
  readonly store: Pick<Store, "documents">;
  readonly stopwatch: Clock;
}

export const createForgetRequests =
  ({ store, stopwatch }: ForgetRequestsDeps): ForgetRequests =>
  async (isStopped) => {
    while ((await removeOldRequests(store, stopwatch.now())) && !isStopped());
  };
