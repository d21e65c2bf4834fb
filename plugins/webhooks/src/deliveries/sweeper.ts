import { DAY, type Job } from "@kalends/core/plugin";
import { LOG_DAYS, MAX_MESSAGES, type WebhooksOptions } from "../options.ts";
import type { WebhookDeps } from "../services.ts";
import { boundsOf, collectionOf, type Delivery, timeKeyOf } from "./deliveries.ts";

const PAGE = 100;

/**
 * Creates the cleanup job. It removes old deliveries, deliveries beyond the limits, and deliveries of removed
 * subscriptions. It also switches off webhooks with too many waiting deliveries.
 */
export const createSweeper = (
  { logDays = LOG_DAYS, mostWaiting = MAX_MESSAGES, mostLogged = MAX_MESSAGES }: WebhooksOptions,
  deps: WebhookDeps,
): Job => {
  const { clock, logger, subscriptions } = deps;
  const deliveries = collectionOf(deps);

  /** Removes the oldest deliveries for which `isRemovable` returns true, until `isDone` returns true. */
  const removeOldest = async (
    bounds: { readonly from: string; readonly before: string },
    isRemovable: (delivery: Delivery) => boolean,
    isDone: (removed: number) => boolean,
  ): Promise<void> => {
    let cursor: string | undefined;
    let removed = 0;
    do {
      const page = await deliveries.list({ by: "log", limit: PAGE, cursor, ...bounds });
      for (const { key, value } of page.items) {
        if (isDone(removed)) return;
        if (!isRemovable(value)) continue;
        await deliveries.change(key, () => null);
        removed += 1;
      }
      cursor = page.cursor;
    } while (cursor !== undefined);
  };

  /**
   * Removes the deliveries of subscriptions that no longer exist. The index `log` sorts deliveries by
   * subscription, so each subscription needs only one query.
   */
  const removeOrphans = async (isStopping: () => boolean): Promise<void> => {
    for (let from = ""; !isStopping(); ) {
      const [first] = (await deliveries.list({ by: "log", from, limit: 1 })).items;
      if (first === undefined) return;
      const { subscription } = first.value;
      const all = boundsOf(subscription);
      if ((await subscriptions.find(subscription)) === undefined)
        await removeOldest(all, () => true, isStopping);
      from = all.before;
    }
  };

  return {
    name: "sweep",
    everySeconds: 600,
    once: "installation",
    async run({ isStopping }) {
      await removeOrphans(isStopping);
      for (const { id, value } of await subscriptions.list()) {
        const all = boundsOf(id);
        const isRemovable = ({ lane }: Delivery): boolean => lane === undefined || !value.enabled;
        const old = { ...all, before: timeKeyOf(id, clock.now() - logDays * DAY) };
        await removeOldest(old, isRemovable, isStopping);
        const waiting = await deliveries.count({ by: "lane", ...all });
        const surplus = (await deliveries.count({ by: "log", ...all })) - waiting - mostLogged;
        await removeOldest(
          all,
          ({ lane }) => lane === undefined,
          (removed) => isStopping() || removed >= surplus,
        );
        if (!value.enabled || waiting <= mostWaiting) continue;
        await subscriptions.switchOff(id, "too-many-waiting");
        logger.warn("A webhook was switched off", {
          ...{ webhook: id, label: value.label, host: new URL(value.url).host },
          ...{ fault: "too-many-waiting", waiting },
        });
      }
      // The delivery that blocked a lane may have been removed by this job or by a process that lost its
      // lease. The first delivery of such a lane must return to the queue.
      await deps.deliveries.unblockHeads(isStopping);
    },
  };
};
