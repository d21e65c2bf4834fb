import {
  invalidParameter,
  madeWithOf,
  type Parameter,
  type PluginDeps,
  type PluginRoute,
  pluginRoute,
} from "@kalends/core/plugin";
import { REPORT } from "../import/report/report-schema.ts";
import { mayImport as permits } from "../import/rights.ts";
import { createParameters, type Sent } from "./parameters.ts";
import { presentSubscription, REMOVED, SUBSCRIPTION, SUBSCRIPTIONS_SCHEMA } from "./presenting.ts";
import { runSubscription } from "./run-subscription.ts";
import {
  createSubscriptions,
  type Subscription,
  type SubscriptionChanges,
  type SubscriptionWishes,
} from "./subscriptions.ts";
import { SUBSCRIPTION_DESCRIPTIONS as D, IS_RUNNING, NO_SUBSCRIPTION } from "./texts.ts";

type Route = (deps: PluginDeps) => PluginRoute;

const ALL = "/calendar-subscriptions";
const ONE = "/calendar-subscriptions/{id}";

/** What is not sent of a new subscription. */
export const toWishes = (url: string, sent: SubscriptionChanges): SubscriptionWishes => ({
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
  invalidParameter("id", { reason: "not-acceptable", text: NO_SUBSCRIPTION });

const demand = (found: Subscription | undefined): Subscription => {
  if (found === undefined) throw unknownSubscription();
  return found;
};

/** A subscription imports on after its request: like webhooks, it must not outlive a key that created or changed it. */
const createChange =
  (method: "PUT" | "PATCH"): Route =>
  (deps) =>
    pluginRoute<Sent>({
      ...{ method, path: ONE, permits, schema: SUBSCRIPTION, issuesCredentials: true },
      description: D.change,
      parameters: createParameters(deps),
      async run(changes, { actor, id = 0 }) {
        const changed = await createSubscriptions(deps).change(id, changes, madeWithOf(actor));
        return { body: presentSubscription(id, demand(changed)) };
      },
    });

/** For those who may import. */
export const SUBSCRIPTION_ROUTES: readonly Route[] = [
  (deps) =>
    pluginRoute({
      ...{ method: "GET", path: ALL, permits, schema: SUBSCRIPTIONS_SCHEMA },
      description: D.list,
      parameters: {},
      run: async () => ({
        body: {
          subscriptions: (await createSubscriptions(deps).list()).map(({ id, value }) =>
            presentSubscription(id, value),
          ),
        },
      }),
    }),
  (deps) => {
    const parameters = createParameters(deps);
    return pluginRoute<Sent & { readonly url: string }>({
      ...{ method: "POST", path: ALL, permits, schema: SUBSCRIPTION, issuesCredentials: true },
      description: D.create,
      // What is required is there.
      parameters: { ...parameters, url: { ...parameters.url, required: true } as Parameter<string> },
      async run({ url, ...sent }, { actor }) {
        const { id, value } = await createSubscriptions(deps).add(toWishes(url, sent), madeWithOf(actor));
        return { status: 201, body: presentSubscription(id, value) };
      },
    });
  },
  (deps) =>
    pluginRoute({
      ...{ method: "GET", path: ONE, permits, schema: SUBSCRIPTION },
      description: D.show,
      parameters: {},
      run: async (_values, { id = 0 }) => ({
        body: presentSubscription(id, demand(await createSubscriptions(deps).find(id))),
      }),
    }),
  createChange("PUT"),
  createChange("PATCH"),
  (deps) =>
    pluginRoute({
      ...{ method: "DELETE", path: ONE, permits, schema: REMOVED },
      description: D.remove,
      parameters: {},
      async run(_values, { id = 0 }) {
        if (!(await createSubscriptions(deps).remove(id))) throw unknownSubscription();
        return { body: { id, removed: true } };
      },
    }),
  (deps) =>
    pluginRoute({
      ...{ method: "POST", path: `${ONE}/run`, permits, schema: REPORT },
      description: D.run,
      parameters: {},
      async run(_values, { id = 0 }) {
        demand(await createSubscriptions(deps).find(id));
        const result = await runSubscription(id, deps);
        if (result === undefined)
          throw invalidParameter("id", { reason: "not-acceptable", text: IS_RUNNING });
        if ("error" in result) throw invalidParameter("id", { reason: "not-acceptable", text: result.error });
        return { body: { ...result.counts, components: result.components.map((entry) => ({ ...entry })) } };
      },
    }),
];
