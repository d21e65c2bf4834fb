import type { PluginDeps } from "@kalends/core/plugin";
import type { Subscriptions } from "./subscriptions/subscriptions.ts";
import type { FeedTokens } from "./tokens/feed-tokens.ts";

/** Services of this plugin that its routes, jobs and commands share. */
export interface IcalendarServices {
  readonly feedTokens: FeedTokens;
  readonly subscriptions: Subscriptions;
}

export type IcalendarDeps = PluginDeps & IcalendarServices;
