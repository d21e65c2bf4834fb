import type { PluginDeps } from "@kalends/core/plugin";
import type { Subscriptions } from "./subscriptions/subscriptions.ts";
import type { FeedTokens } from "./tokens/feed-tokens.ts";

/** Services that the parts of the plugin share. */
export interface IcalendarServices {
  readonly feedTokens: FeedTokens;
  readonly subscriptions: Subscriptions;
}

export type IcalendarDeps = PluginDeps & IcalendarServices;
