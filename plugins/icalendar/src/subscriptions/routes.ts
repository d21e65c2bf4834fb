import {
  type Actor,
  invalidParameter,
  madeWithOf,
  type Parameter,
  type PluginRoute,
  pluginRoute,
} from "@kalends/core/plugin";
import { REPORT } from "../import/report/report-schema.ts";
import { mayImport as permits } from "../import/rights.ts";
import type { IcalendarDeps } from "../services.ts";
import { english } from "../texts.ts";
import { createParameters, type Sent } from "./parameters.ts";
import { presentSubscription, REMOVED, SUBSCRIPTION, SUBSCRIPTIONS_SCHEMA } from "./presenting.ts";
import { runSubscription } from "./run-subscription.ts";
import type {
  Subscription,
  SubscriptionChanges,
  SubscriptionEditor,
  SubscriptionSettings,
} from "./subscriptions.ts";

const ALL = "/calendar-subscriptions";
const ONE = "/calendar-subscriptions/{id}";

/** Returns the settings of a new subscription, with default values for parameters that were not sent. */
export const toSettings = (url: string, sent: SubscriptionChanges): SubscriptionSettings => ({
  url,
  label: sent.label ?? "",
  enabled: sent.enabled ?? true,
  interval: sent.interval ?? 60,
  vanished: sent.vanished ?? "keep",
  categories: sent.categories ?? [],
  tags: sent.tags ?? [],
  venue: sent.venue ?? 0,
  status: sent.status ?? "",
  categories_as: sent.categories_as ?? "categories",
});

export const unknownSubscription = (): Error =>
  invalidParameter("id", { reason: "not-acceptable", text: english("problem.no_subscription") });

const requireFound = (found: Subscription | undefined): Subscription => {
  if (found === undefined) throw unknownSubscription();
  return found;
};

const authorOf = (actor: Actor): SubscriptionEditor => ({ ...madeWithOf(actor), account: actor.id });

/**
 * Creates the route that changes a subscription. It refuses callers who signed in with a key, a feed token or
 * an API token, because the subscription would continue to import after the key was revoked.
 */
const createChange = (method: "PUT" | "PATCH", deps: IcalendarDeps): PluginRoute =>
  pluginRoute<Sent>({
    ...{ method, path: ONE, permits, schema: SUBSCRIPTION, issuesCredentials: true },
    description: english("subscription.change"),
    parameters: createParameters(deps),
    async run(changes, { actor, id = 0 }) {
      const changed = await deps.subscriptions.change(id, changes, authorOf(actor));
      return { body: presentSubscription(id, requireFound(changed)) };
    },
  });

/** Creates the routes for subscriptions. Only users who may import can use them. */
export const createSubscriptionRoutes = (deps: IcalendarDeps): readonly PluginRoute[] => {
  const { subscriptions } = deps;
  const parameters = createParameters(deps);
  return [
    pluginRoute({
      ...{ method: "GET", path: ALL, permits, schema: SUBSCRIPTIONS_SCHEMA },
      description: english("subscription.list"),
      parameters: {},
      run: async () => ({
        body: {
          subscriptions: (await subscriptions.list()).map(({ id, value }) => presentSubscription(id, value)),
        },
      }),
    }),
    pluginRoute<Sent & { readonly url: string }>({
      ...{ method: "POST", path: ALL, permits, schema: SUBSCRIPTION, issuesCredentials: true },
      description: english("subscription.create"),
      // The router rejects requests without required parameters, so the value is never `undefined`.
      parameters: { ...parameters, url: { ...parameters.url, required: true } as Parameter<string> },
      async run({ url, ...sent }, { actor }) {
        const { id, value } = await subscriptions.add(toSettings(url, sent), authorOf(actor));
        return { status: 201, body: presentSubscription(id, value) };
      },
    }),
    pluginRoute({
      ...{ method: "GET", path: ONE, permits, schema: SUBSCRIPTION },
      description: english("subscription.show"),
      parameters: {},
      run: async (_values, { id = 0 }) => ({
        body: presentSubscription(id, requireFound(await subscriptions.find(id))),
      }),
    }),
    createChange("PUT", deps),
    createChange("PATCH", deps),
    pluginRoute({
      ...{ method: "DELETE", path: ONE, permits, schema: REMOVED },
      description: english("subscription.remove"),
      parameters: {},
      async run(_values, { id = 0 }) {
        if (!(await subscriptions.remove(id))) throw unknownSubscription();
        return { body: { id, removed: true } };
      },
    }),
    pluginRoute({
      ...{ method: "POST", path: `${ONE}/run`, permits, schema: REPORT },
      description: english("subscription.run"),
      parameters: {},
      async run(_values, { id = 0, actor }) {
        requireFound(await subscriptions.find(id));
        const result = await runSubscription(id, deps, { account: actor.id });
        if (result === undefined)
          throw invalidParameter("id", { reason: "not-acceptable", text: english("problem.running") });
        if ("error" in result) throw invalidParameter("id", { reason: "not-acceptable", text: result.error });
        return { body: { ...result.counts, components: result.components.map((entry) => ({ ...entry })) } };
      },
    }),
  ];
};
