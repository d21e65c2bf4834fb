import {
  type Actor,
  CAPABILITIES,
  can,
  madeWithOf,
  type Parameter,
  type ParametersFor,
  type PluginRoute,
  pluginRoute,
} from "@kalends/core/plugin";
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
import type { WebhookDeps } from "./services.ts";
import type { WebhookSettings } from "./subscriptions/subscriptions.ts";
import { english } from "./texts.ts";

/**
 * Declares that `secret` appears only in the response to the request that creates it. If the server repeats
 * this response, it reads the webhook again, without the secret.
 */
const secretsOf = ({
  subscriptions,
}: Pick<WebhookDeps, "subscriptions">): NonNullable<PluginRoute["secrets"]> => ({
  members: ["secret"],
  async reread({ id }) {
    const found = await subscriptions.find(Number(id));
    return found && presentWebhook(Number(id), found);
  },
});

/**
 * Capabilities that are not about records, or that no role includes. Callers do not need them to manage
 * webhooks.
 */
const OTHERS: ReadonlySet<string> = new Set([
  "unfiltered_html",
  "read_audit",
  "manage_accounts",
  "manage_settings",
]);

/**
 * Capabilities that a caller needs to manage webhooks. A webhook can read with any role, so its creator must
 * have all rights on records that a role can have.
 */
const RIGHTS = CAPABILITIES.filter((capability) => !OTHERS.has(capability));
const permits = (actor: Actor): boolean => can(actor, ...RIGHTS);

const ALL = "/webhooks";
const ONE = "/webhooks/{id}";

interface Page {
  readonly per_page: number | undefined;
  readonly cursor: string | undefined;
}

const LOG_PARAMETERS: ParametersFor<Page> = {
  per_page: {
    description: english("parameter.per_page"),
    type: "integer",
    documented: { minimum: 1, maximum: 200 },
  },
  cursor: { description: english("parameter.cursor"), type: "string" },
};

const createChange = (method: "PUT" | "PATCH", deps: WebhookDeps): PluginRoute =>
  pluginRoute<Sent & { readonly rotate: boolean | undefined }>({
    ...{ method, path: ONE, permits, schema: WEBHOOK },
    // Changing the URL or the role can direct data to a new receiver. It therefore needs the same kind of
    // credentials as creating a webhook.
    issuesCredentials: true,
    secrets: secretsOf(deps),
    description: english("operation.change"),
    parameters: {
      ...createParameters(deps.postStatuses),
      rotate: { description: english("parameter.rotate"), type: "boolean" },
    },
    async run({ rotate = false, ...changes }, { actor, id = 0 }) {
      const options = { rotate, by: madeWithOf(actor) };
      const { value } = await deps.webhooks.change(id, changes, options);
      const isNew = rotate || changes.secret !== undefined;
      return { body: { ...presentWebhook(id, value), ...(isNew && { secret: value.secret }) } };
    },
  });

/** Creates the routes for webhooks. They need all `RIGHTS`, which administrators and editors have. */
export const createRoutes = (deps: WebhookDeps): readonly PluginRoute[] => {
  const { webhooks } = deps;
  const parameters = createParameters(deps.postStatuses);
  return [
    pluginRoute({
      ...{ method: "GET", path: ALL, permits, schema: WEBHOOKS },
      description: english("operation.list"),
      parameters: {},
      run: async () => ({
        body: {
          webhooks: (await webhooks.list()).map(({ id, value }) => presentWebhook(id, value)),
        },
      }),
    }),
    pluginRoute<Sent & Pick<WebhookSettings, "url" | "events">>({
      ...{ method: "POST", path: ALL, permits, schema: WEBHOOK },
      issuesCredentials: true,
      secrets: secretsOf(deps),
      description: english("operation.create"),
      parameters: {
        ...parameters,
        // The router rejects requests without required parameters, so the values are never `undefined`.
        url: { ...parameters.url, required: true } as Parameter<WebhookSettings["url"]>,
        events: { ...parameters.events, required: true } as Parameter<WebhookSettings["events"]>,
      },
      async run(settings, { actor }) {
        const { id, value } = await webhooks.add(settings, madeWithOf(actor));
        return { status: 201, body: { ...presentWebhook(id, value), secret: value.secret } };
      },
    }),
    pluginRoute({
      ...{ method: "GET", path: ONE, permits, schema: WEBHOOK },
      description: english("operation.show"),
      parameters: {},
      run: async (_values, { id = 0 }) => ({
        body: presentWebhook(id, (await webhooks.show(id)).value),
      }),
    }),
    createChange("PUT", deps),
    createChange("PATCH", deps),
    pluginRoute({
      ...{ method: "DELETE", path: ONE, permits, schema: REMOVED },
      description: english("operation.remove"),
      parameters: {},
      async run(_values, { id = 0 }) {
        await webhooks.remove(id);
        return { body: { id, removed: true } };
      },
    }),
    pluginRoute({
      ...{ method: "POST", path: `${ONE}/test`, permits, schema: TESTED },
      description: english("operation.test"),
      parameters: {},
      run: async (_values, { id = 0 }) => ({ body: presentTest(await webhooks.test(id)) }),
    }),
    pluginRoute<Page>({
      ...{ method: "GET", path: `${ONE}/deliveries`, permits, schema: LOG },
      description: english("operation.log"),
      parameters: LOG_PARAMETERS,
      async run({ per_page: limit = 20, cursor }, { id = 0 }) {
        const { items, cursor: next = null } = await webhooks.log(id, { limit, cursor });
        return {
          body: { deliveries: items.map(({ key, value }) => presentDelivery(key, value)), next_cursor: next },
        };
      },
    }),
    pluginRoute<{ readonly delivery: string | undefined }>({
      ...{ method: "POST", path: `${ONE}/replay`, permits, schema: REPLAYED },
      description: english("operation.replay"),
      parameters: {
        delivery: {
          description: english("parameter.delivery"),
          type: "string",
          documented: { maxLength: 200 },
        },
      },
      run: async ({ delivery }, { id = 0 }) => ({
        body: { replayed: await webhooks.replay(id, delivery) },
      }),
    }),
  ];
};
