import {
  type Actor,
  CAPABILITIES,
  can,
  madeWithOf,
  type Parameter,
  type ParametersFor,
  type PluginRoute,
  pluginRoute,
  type RouteSecrets,
} from "@kalends/core/plugin";
import type { SendingDeps } from "./options.ts";
import { createParameters, type Sent } from "./parameters.ts";
import {
  LOG,
  presentDelivery,
  presentTest,
  presentWebhook,
  REMOVED,
  REPLAYED,
  TESTED,
  WEBHOOK,
  WEBHOOKS,
} from "./presenting.ts";
import { createSubscriptions, type Wishes } from "./subscriptions/subscriptions.ts";
import { DESCRIPTIONS } from "./texts.ts";
import { createWebhooks } from "./webhooks.ts";

type Route = (deps: SendingDeps) => PluginRoute;

/** Declares the secret that routes of webhooks show once. */
const secretsOf = (deps: SendingDeps): RouteSecrets => ({
  members: ["secret"],
  async reread({ id }) {
    const found = await createSubscriptions(deps).find(Number(id));
    return found && presentWebhook(Number(id), found);
  },
});

/** Every right that concerns records and that a role brings: a webhook may read as any of them. */
const RIGHTS = CAPABILITIES.filter(
  (capability) => capability !== "unfiltered_html" && capability !== "read_audit",
);
const permits = (actor: Actor): boolean => can(actor, ...RIGHTS);

const ALL = "/webhooks";
const ONE = "/webhooks/{id}";

interface Page {
  readonly per_page: number | undefined;
  readonly cursor: string | undefined;
}

const LOG_PARAMETERS: ParametersFor<Page> = {
  per_page: {
    description: DESCRIPTIONS.perPage,
    type: "integer",
    documented: { minimum: 1, maximum: 200 },
  },
  cursor: { description: DESCRIPTIONS.cursor, type: "string" },
};

const createChange =
  (method: "PUT" | "PATCH"): Route =>
  (deps) =>
    pluginRoute<Sent & { readonly rotate: boolean | undefined }>({
      ...{ method, path: ONE, permits, schema: WEBHOOK },
      // With another address or role it would be another webhook.
      issuesCredentials: true,
      secrets: secretsOf(deps),
      description: DESCRIPTIONS.change,
      parameters: {
        ...createParameters(deps.postStatuses),
        rotate: { description: DESCRIPTIONS.rotate, type: "boolean" },
      },
      async run({ rotate = false, ...changes }, { actor, id = 0 }) {
        const options = { rotate, by: madeWithOf(actor) };
        const { value } = await createWebhooks(deps).change(id, changes, options);
        const isNew = rotate || changes.secret !== undefined;
        return { body: { ...presentWebhook(id, value), ...(isNew && { secret: value.secret }) } };
      },
    });

/** For administrators alone. */
export const ROUTES: readonly Route[] = [
  (deps) =>
    pluginRoute({
      ...{ method: "GET", path: ALL, permits, schema: WEBHOOKS },
      description: DESCRIPTIONS.list,
      parameters: {},
      run: async () => ({
        body: {
          webhooks: (await createWebhooks(deps).list()).map(({ id, value }) => presentWebhook(id, value)),
        },
      }),
    }),
  (deps) => {
    const parameters = createParameters(deps.postStatuses);
    return pluginRoute<Sent & Pick<Wishes, "url" | "events">>({
      ...{ method: "POST", path: ALL, permits, schema: WEBHOOK },
      issuesCredentials: true,
      secrets: secretsOf(deps),
      description: DESCRIPTIONS.create,
      parameters: {
        ...parameters,
        // What is required is there.
        url: { ...parameters.url, required: true } as Parameter<Wishes["url"]>,
        events: { ...parameters.events, required: true } as Parameter<Wishes["events"]>,
      },
      async run(wishes, { actor }) {
        const { id, value } = await createWebhooks(deps).add(wishes, madeWithOf(actor));
        return { status: 201, body: { ...presentWebhook(id, value), secret: value.secret } };
      },
    });
  },
  (deps) =>
    pluginRoute({
      ...{ method: "GET", path: ONE, permits, schema: WEBHOOK },
      description: DESCRIPTIONS.show,
      parameters: {},
      run: async (_values, { id = 0 }) => ({
        body: presentWebhook(id, (await createWebhooks(deps).show(id)).value),
      }),
    }),
  createChange("PUT"),
  createChange("PATCH"),
  (deps) =>
    pluginRoute({
      ...{ method: "DELETE", path: ONE, permits, schema: REMOVED },
      description: DESCRIPTIONS.remove,
      parameters: {},
      async run(_values, { id = 0 }) {
        await createWebhooks(deps).remove(id);
        return { body: { id, removed: true } };
      },
    }),
  (deps) =>
    pluginRoute({
      ...{ method: "POST", path: `${ONE}/test`, permits, schema: TESTED },
      description: DESCRIPTIONS.test,
      parameters: {},
      run: async (_values, { id = 0 }) => ({ body: presentTest(await createWebhooks(deps).test(id)) }),
    }),
  (deps) =>
    pluginRoute<Page>({
      ...{ method: "GET", path: `${ONE}/deliveries`, permits, schema: LOG },
      description: DESCRIPTIONS.log,
      parameters: LOG_PARAMETERS,
      async run({ per_page: limit = 20, cursor }, { id = 0 }) {
        const { items, cursor: next = null } = await createWebhooks(deps).log(id, { limit, cursor });
        return {
          body: { deliveries: items.map(({ key, value }) => presentDelivery(key, value)), next_cursor: next },
        };
      },
    }),
  (deps) =>
    pluginRoute<{ readonly delivery: string | undefined }>({
      ...{ method: "POST", path: `${ONE}/replay`, permits, schema: REPLAYED },
      description: DESCRIPTIONS.replay,
      parameters: {
        delivery: { description: DESCRIPTIONS.delivery, type: "string", documented: { maxLength: 200 } },
      },
      run: async ({ delivery }, { id = 0 }) => ({
        body: { replayed: await createWebhooks(deps).replay(id, delivery) },
      }),
    }),
];
