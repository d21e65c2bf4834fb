import { DOMAIN_EVENT_NAMES, definePlugin, type Plugin } from "@kalends/core/plugin";
import { COMMAND } from "./command.ts";
import { createDeliveries, DELIVERIES } from "./deliveries/deliveries.ts";
import { createListener } from "./deliveries/listener.ts";
import { createPost } from "./deliveries/post.ts";
import { createSender } from "./deliveries/sender.ts";
import { createSweeper } from "./deliveries/sweeper.ts";
import { checkOptions, type WebhooksOptions } from "./options.ts";
import { createRoutes } from "./routes.ts";
import type { WebhookServices } from "./services.ts";
import { createSubscriptions, SUBSCRIPTIONS } from "./subscriptions/subscriptions.ts";
import { TEXTS } from "./texts.ts";
import { createWebhooks } from "./webhooks.ts";

export { optionsSchema, type WebhooksOptions } from "./options.ts";

/**
 * Creates the plugin for webhooks. It sends signed messages about changes in the calendar to the URLs of
 * other programs.
 */
export const plugin = (options: WebhooksOptions = {}): Plugin => {
  const { timeoutSeconds = 10 } = checkOptions(options);
  return definePlugin<WebhookServices>({
    name: "webhooks",
    changes: true,
    collections: [SUBSCRIPTIONS, DELIVERIES],
    commands: [COMMAND],
    texts: [TEXTS],
    services: {
      subscriptions: createSubscriptions,
      deliveries: createDeliveries,
      post: (deps) => createPost(deps, timeoutSeconds),
      webhooks: createWebhooks,
    },
    setup: (deps) => ({
      listeners: [createListener(DOMAIN_EVENT_NAMES, deps)],
      jobs: [createSender(deps), createSweeper(options, deps)],
      routes: createRoutes(deps),
      issuedCredentials: [
        {
          name: "webhooks",
          revokeMadeWith: (credential) => deps.subscriptions.revokeMadeWith(credential),
        },
      ],
    }),
  });
};
