import type { EventQuery, LinkedQuery, TermQuery, Visibility, WallClockRange } from "@kalends/core";
import fc from "fast-check";
import { AUTHORS, CATEGORY_COUNT, EVENT_COUNT, FIRST, LINKED_COUNT, moment, TAG_COUNT } from "./dataset.ts";
import { STATUSES } from "./fixtures.ts";
import { SEARCHES } from "./texts.ts";

/** The members that every query of a kind has, each with what it may hold. */
type Always<Query> = {
  readonly [Name in keyof Query as Partial<Pick<Query, Name>> extends Pick<Query, Name>
    ? never
    : Name]: fc.Arbitrary<Query[Name]>;
};

/** The members that a query may lack: a new one in the port must be added here, or this does not compile. */
type Sometimes<Query> = {
  readonly [Name in keyof Query as Partial<Pick<Query, Name>> extends Pick<Query, Name>
    ? Name
    : never]-?: fc.Arbitrary<Exclude<Query[Name], undefined>>;
};

const statuses = fc.oneof(
  { weight: 3, arbitrary: fc.constant(STATUSES) },
  { weight: 1, arbitrary: fc.constant(["publish"]) },
  { weight: 2, arbitrary: fc.subarray([...STATUSES, "no-such-status"]) },
);

const visible: fc.Arbitrary<Visibility> = fc.record(
  {
    statuses,
    own: fc.record({ author: fc.constantFrom(...AUTHORS, 99), statuses }),
  },
  { requiredKeys: ["statuses"] },
);

const clock = fc.constantFrom("local" as const, "utc" as const);

/** A moment at which something starts or ends, or one second beside it. */
const wallClock: fc.Arbitrary<string> = fc
  .tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 11 }), fc.constantFrom("00", "01"))
  .map(([day, hour, second]) => `${moment(day, hour * 2).slice(0, -2)}${second}`);

const range: fc.Arbitrary<WallClockRange> = fc.record(
  { from: wallClock, after: wallClock, until: wallClock, before: wallClock },
  { requiredKeys: [] },
);

const word = fc.constantFrom(...SEARCHES);

/** Ids of a kind with some that nobody has; now and then none at all, now and then very many. */
const ids = (first: number, count: number): fc.Arbitrary<readonly number[]> => {
  const id = fc.integer({ min: first, max: first + count + 5 });
  return fc.oneof(
    { weight: 6, arbitrary: fc.array(id, { minLength: 1, maxLength: 30 }) },
    { weight: 1, arbitrary: fc.array(id, { minLength: 200, maxLength: 200 }) },
    { weight: 1, arbitrary: fc.constant([]) },
  );
};

const page = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 4 }) },
  { weight: 1, arbitrary: fc.constant(1e9) },
);
const perPage = fc.constantFrom(1, 3, 10, 50, 200);

/** Every member that narrows a list of events, each by what it may hold. */
export const EVENT_MEMBERS: Sometimes<EventQuery> = {
  start: range,
  end: range,
  search: fc.record({ all: fc.array(word, { maxLength: 2 }), none: fc.array(word, { maxLength: 2 }) }),
  categoryIds: ids(FIRST.category, CATEGORY_COUNT),
  tagIds: ids(FIRST.tag, TAG_COUNT),
  venueIds: ids(FIRST.venue, LINKED_COUNT),
  organizerIds: ids(FIRST.organizer, LINKED_COUNT),
  ids: ids(FIRST.event, EVENT_COUNT),
  featured: fc.boolean(),
  parentId: fc.integer({ min: FIRST.event, max: FIRST.event + 6 }),
};

/** What every list of events has. */
export const EVENT_BASE: Always<EventQuery> = {
  visible,
  clock,
  order: fc.constantFrom("start" as const, "published" as const),
  page,
  perPage,
};

export const eventQuery: fc.Arbitrary<EventQuery> = fc.record(
  { ...EVENT_BASE, ...EVENT_MEMBERS },
  { requiredKeys: ["visible", "clock", "order", "page", "perPage"] },
);

/** Every member that narrows a list of venues or organizers. */
export const LINKED_MEMBERS: Sometimes<LinkedQuery> = {
  search: fc.array(word, { minLength: 1, maxLength: 2 }),
  eventId: fc.integer({ min: FIRST.event, max: FIRST.event + EVENT_COUNT }),
  events: fc.record({ linked: fc.constantFrom("any" as const, "none" as const), visible }),
  upcoming: fc.record({ from: wallClock, clock, visible }),
};

export const LINKED_BASE: Always<LinkedQuery> = { visible, page, perPage };

export const linkedQuery: fc.Arbitrary<LinkedQuery> = fc.record(
  { ...LINKED_BASE, ...LINKED_MEMBERS },
  { requiredKeys: ["visible", "page", "perPage"] },
);

/** Every member that narrows a list of terms. */
export const TERM_MEMBERS: Sometimes<TermQuery> = {
  search: word,
  ids: fc.oneof(ids(FIRST.category, CATEGORY_COUNT), ids(FIRST.tag, TAG_COUNT)),
  excludeIds: fc.oneof(ids(FIRST.category, CATEGORY_COUNT), ids(FIRST.tag, TAG_COUNT)),
  slug: fc.integer({ min: 0, max: 40 }).chain((number) => fc.constantFrom(`c-${number}`, `t-${number}`)),
  parentId: fc.integer({ min: 0, max: FIRST.category + CATEGORY_COUNT }),
  eventId: fc.integer({ min: FIRST.event, max: FIRST.event + EVENT_COUNT }),
};

export const TERM_BASE: Always<TermQuery> = {
  taxonomy: fc.constantFrom("category" as const, "tag" as const),
  hideEmpty: fc.boolean(),
  countedStatuses: statuses,
  order: fc.record({
    by: fc.constantFrom("id", "name", "slug", "description", "count", "parent", "ids") as fc.Arbitrary<
      TermQuery["order"]["by"]
    >,
    descending: fc.boolean(),
  }),
  page,
  perPage,
};

export const termQuery: fc.Arbitrary<TermQuery> = fc.record(
  { ...TERM_BASE, ...TERM_MEMBERS },
  { requiredKeys: ["taxonomy", "hideEmpty", "countedStatuses", "order", "page", "perPage"] },
);
