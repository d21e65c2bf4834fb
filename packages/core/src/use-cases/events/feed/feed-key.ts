import type { FeedRequest } from "../../../operations.ts";
import type { EventQuery } from "../../../queries/event-query.ts";
import { CAPABILITIES } from "../../../rights/actor.ts";

const isPlain = (value: unknown): boolean => {
  if (typeof value !== "object" || value === null) return typeof value !== "function";
  const prototype = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
};

/** The value as a text that no other one has; `undefined`: JSON cannot say it. */
const toJson = (value: unknown): string | undefined => {
  let isWhole = true;
  const text = JSON.stringify(value, (_name, member: unknown) => {
    isWhole &&= isPlain(member);
    return isWhole ? member : null;
  });
  return isWhole ? text : undefined;
};

/**
 * See `FeedEvents.key`. `revision`: of the storage before anything was read for the query. What was read for the subject before is part of
 * the key, and so are dates that were said relative to the present, as the query has them.
 */
export const feedKeyOf = (
  revision: string | undefined,
  query: EventQuery,
  { actor, subject, order, expands }: FeedRequest,
): string | undefined => {
  if (revision === undefined) return undefined;
  const capabilities = CAPABILITIES.filter((capability) => actor.capabilities.has(capability));
  return toJson([revision, query, { ...actor, capabilities }, subject ?? null, order, expands]);
};
