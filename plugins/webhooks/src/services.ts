import type { PluginDeps } from "@kalends/core/plugin";
import type { Deliveries } from "./deliveries/deliveries.ts";
import type { Post } from "./deliveries/post.ts";
import type { Subscriptions } from "./subscriptions/subscriptions.ts";
import type { Webhooks } from "./webhooks.ts";

/** Services of this plugin that its routes, jobs and commands share. */
export interface WebhookServices {
  readonly subscriptions: Subscriptions;
  readonly deliveries: Deliveries;
  readonly post: Post;
  readonly webhooks: Webhooks;
}

export type WebhookDeps = PluginDeps & WebhookServices;
