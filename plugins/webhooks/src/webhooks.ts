import { invalidParameter, type MadeWith } from "@kalends/core/plugin";
import type { Attempt, Deliveries } from "./deliveries/deliveries.ts";
import { toBody } from "./deliveries/message.ts";
import type { WebhookDeps } from "./services.ts";
import { newSecret } from "./subscriptions/signatures.ts";
import type { Changes, Subscription, WebhookSettings } from "./subscriptions/subscriptions.ts";
import { english } from "./texts.ts";

type Found = { readonly id: number; readonly value: Subscription };
/**
 * Values of a new webhook. `url` and `events` are required. The other values have the same defaults as in API
 * requests.
 */
export type NewWebhook = Changes & Pick<WebhookSettings, "url" | "events">;

/**
 * Service for managing webhooks. Methods throw `rest_invalid_param` for `id` if the webhook does not exist,
 * and for `delivery` if the webhook has no such delivery.
 */
export interface Webhooks {
  list(): Promise<readonly Found[]>;
  show(id: number): Promise<Found>;
  add(webhook: NewWebhook, by?: MadeWith): Promise<Found>;
  /**
   * Changes a webhook. If `rotate` is true and `changes` has no secret, a new secret is generated. `by`
   * is the application password with which the caller signed in, if any.
   */
  change(
    id: number,
    changes: Changes,
    options?: { readonly rotate?: boolean; readonly by?: MadeWith },
  ): Promise<Found>;
  remove(id: number): Promise<void>;
  /** Sends a test message and returns the result. Works even if the webhook is switched off. */
  test(id: number): Promise<Attempt>;
  log: Deliveries["log"];
  /**
   * Puts deliveries into the queue again and returns their number. Without `delivery`, it replays up to 1,000
   * deliveries whose last attempt failed. Throws `rest_invalid_param` for `id` if the
   * webhook is switched off.
   */
  replay(id: number, delivery?: string): Promise<number>;
}

const MAX_REPLAYED = 1000;

export const createWebhooks = ({
  subscriptions,
  deliveries,
  post,
  clock,
}: Pick<WebhookDeps, "subscriptions" | "deliveries" | "post" | "clock">): Webhooks => {
  const refusal = (text: string, name = "id"): Error =>
    invalidParameter(name, { reason: "not-acceptable", text });
  const requireFound = (id: number, value: Subscription | undefined): Found => {
    if (value === undefined) throw refusal(english("problem.no_webhook"));
    return { id, value };
  };
  const show = async (id: number): Promise<Found> => requireFound(id, await subscriptions.find(id));

  return {
    list: () => subscriptions.list(),
    show,
    add: ({ secret, url, events, ...rest }, by) =>
      subscriptions.add(
        {
          ...{ url, events },
          categories: rest.categories ?? [],
          tags: rest.tags ?? [],
          venues: rest.venues ?? [],
          organizers: rest.organizers ?? [],
          statuses: rest.statuses ?? [],
          role: rest.role ?? "anonymous",
          label: rest.label ?? "",
          enabled: rest.enabled ?? true,
        },
        { ...(by && { by }), ...(secret !== undefined && { secret }) },
      ),
    async change(id, changes, { rotate = false, by } = {}) {
      const secret = changes.secret ?? (rotate ? newSecret() : undefined);
      return requireFound(id, await subscriptions.update(id, { ...changes, secret }, by));
    },
    async remove(id) {
      if (!(await subscriptions.remove(id))) throw refusal(english("problem.no_webhook"));
    },
    async test(id) {
      const { value } = await show(id);
      const body = toBody("webhook.test", clock.now(), {});
      return post(value, { id: `msg_test-${crypto.randomUUID()}`, body });
    },
    async log(id, page) {
      await show(id);
      return deliveries.log(id, page);
    },
    async replay(id, delivery) {
      if (!(await show(id)).value.enabled) throw refusal(english("problem.off"));
      if (delivery !== undefined) {
        const isOne =
          (await deliveries.find(delivery))?.subscription === id && (await deliveries.replay(delivery));
        if (!isOne) throw refusal(english("problem.no_delivery"), "delivery");
        return 1;
      }
      const { items } = await deliveries.failures(id, MAX_REPLAYED);
      for (const { key } of items) await deliveries.replay(key);
      return items.length;
    },
  };
};
