import { type JsonObject, type JsonSchema, labelsOf } from "@kalends/core/plugin";
import type { Attempt, Delivery } from "./deliveries/deliveries.ts";
import { isSuccess } from "./deliveries/post.ts";
import type { Subscription } from "./subscriptions/subscriptions.ts";
import { english } from "./texts.ts";

const TEXT: JsonSchema = { type: "string" };
const TEXTS: JsonSchema = { type: "array", items: TEXT };
const ID: JsonSchema = { type: "integer" };
const IDS: JsonSchema = { type: "array", items: ID };
const TEXT_OR_NULL: JsonSchema = { type: ["string", "null"] };
const NUMBER_OR_NULL: JsonSchema = { type: ["integer", "null"] };
const FLAG: JsonSchema = { type: "boolean" };

const objectOf = (
  properties: Readonly<Record<string, JsonSchema>>,
  optional: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema => ({
  type: "object",
  properties: { ...properties, ...optional },
  required: Object.keys(properties),
});

const WEBHOOK_MEMBERS: Readonly<Record<string, JsonSchema>> = {
  ...{ id: ID, url: TEXT, events: TEXTS },
  ...{ categories: IDS, tags: IDS, venues: IDS, organizers: IDS, statuses: TEXTS },
  ...{ role: TEXT, label: TEXT, enabled: FLAG, created: TEXT },
  disabled_because: TEXT_OR_NULL,
  failing_since: TEXT_OR_NULL,
};

const MADE_WITH_MEMBER: Readonly<Record<string, JsonSchema>> = {
  made_with: { type: "string", description: english("webhook.made_with") },
};

export const WEBHOOK: JsonSchema = objectOf(WEBHOOK_MEMBERS, {
  ...MADE_WITH_MEMBER,
  secret: { type: "string", description: english("webhook.secret") },
});
export const WEBHOOKS: JsonSchema = objectOf({
  webhooks: { type: "array", items: objectOf(WEBHOOK_MEMBERS, MADE_WITH_MEMBER) },
});

const ATTEMPT_MEMBERS = { status: NUMBER_OR_NULL, error: TEXT_OR_NULL, milliseconds: NUMBER_OR_NULL };
export const TESTED: JsonSchema = objectOf({ delivered: FLAG, ...ATTEMPT_MEMBERS });
export const LOG: JsonSchema = objectOf({
  deliveries: {
    type: "array",
    items: objectOf({
      ...{ id: TEXT, event: TEXT, kind: TEXT, record: ID, time: TEXT, state: TEXT, attempts: ID },
      ...{ last_attempt: TEXT_OR_NULL, ...ATTEMPT_MEMBERS },
    }),
  },
  next_cursor: TEXT_OR_NULL,
});
export const REPLAYED: JsonSchema = objectOf({ replayed: ID });
export const REMOVED: JsonSchema = objectOf({ id: ID, removed: FLAG });

export const toText = (time: number): string => new Date(time).toISOString();

export const presentWebhook = (
  id: number,
  { secret: _secret, previous: _previous, deciders, ...shown }: Subscription,
): JsonObject => {
  const madeWith = labelsOf(deciders);
  const { created, fault, failingSince, ...settings } = shown;
  return {
    id,
    ...settings,
    created: toText(created),
    disabled_because: fault ?? null,
    failing_since: failingSince === undefined ? null : toText(failingSince),
    ...(madeWith !== undefined && { made_with: madeWith }),
  };
};

const presentAttempt = (attempt: Attempt | undefined): JsonObject => ({
  status: attempt?.status ?? null,
  error: attempt?.error ?? null,
  milliseconds: attempt?.milliseconds ?? null,
});

export const presentTest = (attempt: Attempt): JsonObject => ({
  delivered: isSuccess(attempt),
  ...presentAttempt(attempt),
});

export const presentDelivery = (
  id: string,
  { name: event, kind, record, time, state, attempts, last }: Delivery,
): JsonObject => ({
  ...{ id, event, kind, record, time: toText(time), state, attempts },
  last_attempt: last === undefined ? null : toText(last.time),
  ...presentAttempt(last),
});
