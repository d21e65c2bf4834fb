import { DOMAIN_EVENT_NAMES, type Plugin, type PluginDeps } from "@kalends/core/plugin";
import { createCommand } from "./command.ts";
import { DELIVERIES } from "./deliveries/deliveries.ts";
import { createListener } from "./deliveries/listener.ts";
import { createSender } from "./deliveries/sender.ts";
import { createSweeper } from "./deliveries/sweeper.ts";
import { checkOptions, type SendingDeps, type WebhooksOptions } from "./options.ts";
import { ROUTES } from "./routes.ts";
import { createSubscriptions, SUBSCRIPTIONS } from "./subscriptions/subscriptions.ts";
import { TEXTS } from "./texts.ts";

export { optionsSchema, type WebhooksOptions } from "./options.ts";

/** Tells other programs what happens in the calendar, by signed messages to their addresses. */
export const plugin = (options: WebhooksOptions = {}): Plugin => {
  const { timeoutSeconds = 10 } = checkOptions(options);
  const withOptions = (deps: PluginDeps): SendingDeps => ({ ...deps, timeoutSeconds });
  return {
    name: "webhooks",
    changes: true,
    collections: [SUBSCRIPTIONS, DELIVERIES],
    listeners: [(deps) => createListener(DOMAIN_EVENT_NAMES, deps)],
    jobs: [(deps) => createSender(withOptions(deps)), (deps) => createSweeper(options, deps)],
    routes: ROUTES.map((route) => (deps) => route(withOptions(deps))),
    commands: [createCommand(withOptions)],
    issuedCredentials: [
      (deps) => ({
        name: "webhooks",
        revokeMadeWith: (credential) => createSubscriptions(deps).revokeMadeWith(credential),
      }),
    ],
    texts: [TEXTS],
  };
};
