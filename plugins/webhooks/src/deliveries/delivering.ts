import { actorOf } from "@kalends/core/plugin";
import type { WebhookDeps } from "../services.ts";
import type { Fault, Subscription } from "../subscriptions/subscriptions.ts";
import { type Attempt, type Delivery, messageIdOf } from "./deliveries.ts";
import { readMessage } from "./message.ts";
import { isSuccess } from "./post.ts";

/**
 * Result of processing one delivery. `delivered` and `failed` are the results of sending it. `elsewhere`: the
 * delivery was blocked, removed or already gone, so nothing was sent. `over`: no more deliveries of this lane
 * may be sent now.
 */
export type Result = "delivered" | "failed" | "elsewhere" | "over";

const [SECOND, MINUTE] = [1000, 60 * 1000];
const HOUR = 60 * MINUTE;
/** Delays before each further attempt, about three days in total. Source: Standard Webhooks 1.0. */
const RETRY_DELAYS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
];
/** Period in milliseconds after which a webhook is switched off if all attempts in the period have failed. */
const MAX_FAILING_MS = 3 * 24 * HOUR;
const GONE = 410;

/** Key of a due delivery, and the lane that the delivery belongs to. */
interface Due {
  readonly key: string;
  readonly lane: string;
}

/**
 * Creates a function that sends a delivery if it is the first one of its lane. `id` is the id of the
 * subscription. The function rejects only if the storage is unavailable.
 */
export const createDeliver = (deps: WebhookDeps): ((id: number, due: Due) => Promise<Result>) => {
  const { subscriptions, deliveries, post } = deps;
  const { logger, clock } = deps;

  const switchOff = async (id: number, { url, label }: Subscription, fault: Fault): Promise<void> => {
    await subscriptions.switchOff(id, fault);
    logger.warn("A webhook was switched off", { webhook: id, label, host: new URL(url).host, fault });
  };

  const end = async (
    { key, lane }: Due,
    attempt: Attempt,
    state: Exclude<Delivery["state"], "waiting">,
  ): Promise<void> => {
    await deliveries.unblockNext(lane);
    await deliveries.finish(key, attempt, { state });
  };

  /**
   * Schedules the next attempt of a failed delivery. After the last attempt, it marks the delivery as failed.
   */
  const fail = async (due: Due, { attempts }: Delivery, attempt: Attempt): Promise<void> => {
    const pause = RETRY_DELAYS[attempts];
    if (pause !== undefined)
      return deliveries.finish(due.key, attempt, { state: "waiting", due: clock.now() + pause });
    logger.warn("A webhook delivery failed after its last attempt", {
      delivery: due.key,
      attempts: attempts + 1,
    });
    await end(due, attempt, "failed");
  };

  return async (id, due) => {
    const { key, lane } = due;
    const [subscription, head] = await Promise.all([subscriptions.find(id), deliveries.head(lane)]);
    if (subscription?.enabled !== true) return "over";
    if (head === undefined) return "elsewhere";
    const { value: delivery } = head;
    if (head.key !== key) {
      await deliveries.block(key);
      return "elsewhere";
    }
    if (actorOf(subscription.role) === undefined) {
      await switchOff(id, subscription, "unknown-role");
      return "over";
    }
    const message = await readMessage(delivery, subscription.role, deps);
    if (message === undefined) {
      await deliveries.unblockNext(lane);
      await deliveries.remove(key);
      return "elsewhere";
    }
    if ("problem" in message) {
      await fail(due, delivery, { time: clock.now(), milliseconds: 0, error: message.problem });
      return "over";
    }
    const attempt = await post(subscription, {
      id: messageIdOf(key),
      body: message.body,
      traceparent: delivery.traceparent,
    });
    if (isSuccess(attempt)) {
      await end(due, attempt, "delivered");
      if (subscription.failingSince !== undefined) await subscriptions.noteSuccess(id);
      return "delivered";
    }
    if (attempt.status === GONE) {
      await end(due, attempt, "failed");
      await switchOff(id, subscription, "gone");
      return "over";
    }
    await fail(due, delivery, attempt);
    const since = await subscriptions.noteFailure(id);
    if (clock.now() - since >= MAX_FAILING_MS) await switchOff(id, subscription, "failing");
    return "failed";
  };
};
