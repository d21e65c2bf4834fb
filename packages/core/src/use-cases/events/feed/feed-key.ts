import type { FeedRequest } from "../../../operations.ts";
import type { EventQuery } from "../../../queries/event-query.ts";
import type { LinkedQuery } from "../../../queries/linked-query.ts";
import { CAPABILITIES } from "../../../rights/actor.ts";

const isPlain = (value: unknown): boolean => {
  if (typeof value !== "object" || value === null) return typeof value !== "function";
  const prototype = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
};

/** Returns the value as JSON text. Returns `undefined` if JSON cannot represent the complete value. */
const toJson = (value: unknown): string | undefined => {
  let isWhole = true;
  const text = JSON.stringify(value, (_name, member: unknown) => {
    isWhole &&= isPlain(member);
    return isWhole ? member : null;
  });
  return isWhole ? text : undefined;
};

/**
 * Returns the key of a feed: see `FeedEvents.key`.
 * `revision` is the state of the storage before the query was created. `subject` is the record as the request
 * has read it. The query contains relative dates as absolute dates.
 */
export const feedKeyOf = (
  revision: string | undefined,
  query: EventQuery | LinkedQuery,
  { actor, subject, order, expands }: FeedRequest,
): string | undefined => {
  if (revision === undefined) return undefined;
  const capabilities = CAPABILITIES.filter((capability) => actor.capabilities.has(capability));
  return toJson([revision, query, { ...actor, capabilities }, subject ?? null, order, expands]);
};
