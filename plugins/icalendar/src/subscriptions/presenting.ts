import { type JsonObject, type JsonSchema, labelsOf } from "@kalends/core/plugin";
import { COUNTS_SCHEMA } from "../import/report/report-schema.ts";
import { english } from "../texts.ts";
import { type Subscription, VANISHED } from "./subscriptions.ts";

const TIME: JsonSchema = { type: ["string", "null"], format: "date-time" };
const IDS: JsonSchema = { type: "array", items: { type: "integer" } };

export const SUBSCRIPTION: JsonSchema = {
  type: "object",
  properties: {
    id: { type: "integer" },
    url: { type: "string" },
    has_password: { type: "boolean" },
    label: { type: "string" },
    enabled: { type: "boolean" },
    interval: { type: "integer" },
    vanished: { type: "string", enum: [...VANISHED] },
    categories: IDS,
    tags: IDS,
    venue: { type: "integer" },
    status: { type: ["string", "null"] },
    categories_as: { type: "string", enum: ["categories", "tags"] },
    created: TIME,
    checked: TIME,
    succeeded: TIME,
    due: TIME,
    failures: { type: "integer" },
    error: { type: ["string", "null"] },
    made_with: { type: "string", description: english("subscription.made_with") },
    report: {
      type: ["object", "null"],
      properties: { ...COUNTS_SCHEMA, components: { type: "array", items: { type: "object" } } },
    },
  },
};

export const SUBSCRIPTIONS_SCHEMA: JsonSchema = {
  type: "object",
  properties: { subscriptions: { type: "array", items: SUBSCRIPTION } },
};

export const REMOVED: JsonSchema = {
  type: "object",
  properties: { id: { type: "integer" }, removed: { type: "boolean" } },
};

const toText = (milliseconds: number | undefined): string | null =>
  milliseconds === undefined ? null : new Date(milliseconds).toISOString();

export const presentSubscription = (id: number, subscription: Subscription): JsonObject => {
  const { url, label, enabled, interval, vanished, categories, tags, venue, status } = subscription;
  const madeWith = labelsOf(subscription.deciders);
  const { created, checked, succeeded, due, failures, error, counts, components = [] } = subscription;
  return {
    ...{ id, url, label, enabled, interval, vanished, categories, tags, venue },
    status: status || null,
    categories_as: subscription.categories_as,
    has_password: subscription.hasPassword === true,
    created: toText(created),
    checked: toText(checked),
    succeeded: toText(succeeded),
    due: toText(due),
    failures,
    error: error ?? null,
    ...(madeWith !== undefined && { made_with: madeWith }),
    report:
      counts === undefined ? null : { ...counts, components: components.map((entry) => ({ ...entry })) },
  };
};
