import type { CalendarEvent } from "../model/event.ts";
import type { Post } from "../model/post.ts";
import { hasExtensions, isMet, isVisible, type Visibility } from "../queries/conditions.ts";
import type { EventQuery } from "../queries/event-query.ts";
import type { LinkedQuery } from "../queries/linked-query.ts";
import type { Narrowing } from "./policy.ts";

const areNumbers = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === "number");

const MEMBERS: Readonly<Record<keyof Narrowing, (value: unknown) => boolean>> = {
  visible: (value) => typeof value === "object" && value !== null,
  extensions: Array.isArray,
  ids: areNumbers,
  venueIds: areNumbers,
  featured: (value) => typeof value === "boolean",
};

/**
 * True if the value is a valid `Narrowing`. A policy in JavaScript may return anything, and a condition with
 * an unknown name would hide nothing.
 */
export const isNarrowing = (candidate: unknown): candidate is Narrowing =>
  typeof candidate === "object" &&
  candidate !== null &&
  !Array.isArray(candidate) &&
  Object.entries(candidate).every(
    ([name, value]) =>
      value === undefined || (Object.hasOwn(MEMBERS, name) && MEMBERS[name as keyof Narrowing](value)),
  );

/**
 * Adds the conditions of a policy (`Narrowing`) to a query. The result contains no record that does not meet
 * them, whatever the query requests.
 */
export const withNarrowing = <Query extends EventQuery | LinkedQuery>(
  query: Query,
  narrowing: Narrowing,
): Query => {
  const narrowed = {
    ...query,
    ...(narrowing.visible && { visible: intersectVisibility(query.visible, narrowing.visible) }),
    ...(narrowing.extensions && { extensions: [...(query.extensions ?? []), ...narrowing.extensions] }),
  };
  return isEventQuery(narrowed) ? { ...narrowed, ...narrowEventQuery(narrowed, narrowing) } : narrowed;
};

const isEventQuery = (query: EventQuery | LinkedQuery): query is EventQuery => "clock" in query;

const narrowEventQuery = (
  events: EventQuery,
  { ids, venueIds, featured }: Narrowing,
): Pick<EventQuery, "ids" | "venueIds" | "featured"> => {
  const contradicts = featured !== undefined && events.featured !== undefined && events.featured !== featured;
  const wanted = contradicts ? [] : ids;
  return {
    ...(wanted && { ids: intersectIds(events.ids, wanted) }),
    ...(venueIds && { venueIds: intersectIds(events.venueIds, venueIds) }),
    ...(featured !== undefined && { featured }),
  };
};

const intersectIds = (ids: readonly number[] | undefined, others: readonly number[]): readonly number[] =>
  ids === undefined ? others : ids.filter((id) => others.includes(id));

/**
 * Returns the records that both visibilities allow. Throws if they contain own records of two different
 * authors, because a query cannot express this.
 */
const intersectVisibility = (one: Visibility, other: Visibility): Visibility => {
  const author = one.own?.author ?? other.own?.author;
  if (author !== undefined && other.own !== undefined && other.own.author !== author) {
    throw new Error(
      `A policy shows own records of user ${other.own.author} to user ${author}: they must be the same user`,
    );
  }
  const ofOwn = ({ statuses, own }: Visibility): readonly string[] => [...statuses, ...(own?.statuses ?? [])];
  const statuses = one.statuses.filter((status) => other.statuses.includes(status));
  const own = ofOwn(one).filter((status) => ofOwn(other).includes(status) && !statuses.includes(status));
  return author === undefined || own.length === 0
    ? { statuses }
    : { statuses, own: { author, statuses: own } };
};

/** True if the record meets the conditions of the narrowing. */
export const isWithin = (post: Post, narrowing: Narrowing): boolean => {
  const { visible, extensions, ids, venueIds, featured } = narrowing;
  // Only events have the members and conditions that are used below.
  const event = post as Partial<CalendarEvent> & Post;
  const isEvent = "schedule" in post;
  return (
    isMet(visible, (shown) => isVisible(post, shown)) &&
    isMet(extensions, (filters) => hasExtensions(post, filters)) &&
    (!isEvent ||
      (isMet(ids, (wanted) => wanted.includes(post.id)) &&
        isMet(venueIds, (wanted) => event.venueId !== undefined && wanted.includes(event.venueId)) &&
        isMet(featured, (wanted) => event.featured === wanted)))
  );
};
