import {
  type BoundingBox,
  type Circle,
  type CostFilter,
  distanceBetween,
  type EventQuery,
  type ExtensionFilter,
  type ExternalId,
  type FieldRange,
  type LocationFilter,
  type MemberOrder,
  type ModifiedRange,
  type OriginFilter,
  type PostConditions,
  type VenueLocationFilter,
  type VenueQuery,
  type Visibility,
  type WallClockRange,
} from "@kalends/core/storage";
import fc from "fast-check";
import { STATUSES } from "../fixtures.ts";
import { SEARCHES } from "../random/texts.ts";
import {
  AUTHORS,
  CATEGORY_COUNT,
  CENTERS,
  FIELD_VALUES,
  FIRST,
  LINKED_COUNT,
  MODIFIED,
  moment,
  ORIGINS,
  PLUGINS,
  STEPS,
  TAG_COUNT,
  toCoordinates,
} from "./dataset.ts";
import { externalIdsOf, UID_COUNT } from "./external-ids.ts";
import { LAST_EVENT, SERIES } from "./series-dataset.ts";

/** Required members of a query, each with the fast-check arbitrary of its values. */
export type Always<Query> = {
  readonly [Name in keyof Query as Partial<Pick<Query, Name>> extends Pick<Query, Name>
    ? never
    : Name]: fc.Arbitrary<Query[Name]>;
};

/**
 * Optional members of a query. If the port gets a new member, this type does not compile until the member is
 * added.
 */
export type Sometimes<Query> = {
  readonly [Name in keyof Query as Partial<Pick<Query, Name>> extends Pick<Query, Name>
    ? Name
    : never]-?: fc.Arbitrary<Exclude<Query[Name], undefined>>;
};

/** Maximum number of optional members in a combined query. */
export const MAX = 3;

/**
 * Returns an arbitrary with at most `most` of these members. With more, hardly any record would match all of
 * them.
 */
export const some = <T>(members: Sometimes<T>, most: number): fc.Arbitrary<Partial<T>> => {
  const all: readonly (readonly [string, fc.Arbitrary<unknown>])[] = Object.entries(members);
  return fc
    .subarray([...all], { maxLength: most })
    .chain((chosen) => fc.record(Object.fromEntries(chosen)))
    .map((values) => values as Partial<T>); // safe: `members` has one arbitrary for each name
};

export const statuses: fc.Arbitrary<readonly string[]> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(STATUSES) },
  { weight: 1, arbitrary: fc.constant(["publish"]) },
  { weight: 2, arbitrary: fc.subarray([...STATUSES, "no-such-status"]) },
);

export const visible: fc.Arbitrary<Visibility> = fc.record(
  {
    statuses,
    own: fc.record({ author: fc.constantFrom(...AUTHORS, 99), statuses }),
  },
  { requiredKeys: ["statuses"] },
);

export const clock: fc.Arbitrary<"local" | "utc"> = fc.constantFrom("local" as const, "utc" as const);

/** Arbitrary of times at which events may start or end, or one second after such a time. */
export const wallClock: fc.Arbitrary<string> = fc
  .tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 11 }), fc.constantFrom("00", "01"))
  .map(([day, hour, second]) => `${moment(day, hour * 2).slice(0, -2)}${second}`);

/** Arbitrary of time ranges with one or two bounds. With more bounds, no results would be left. */
const range: fc.Arbitrary<WallClockRange> = some<WallClockRange>(
  { from: wallClock, after: wallClock, until: wallClock, before: wallClock },
  2,
);

export const word: fc.Arbitrary<string> = fc.constantFrom(...SEARCHES);

/**
 * Arbitrary of id lists for one kind of record. Lists may contain ids that do not exist. Some lists are
 * empty, and some are very long.
 */
export const ids = (first: number, count: number): fc.Arbitrary<readonly number[]> => {
  const id = fc.integer({ min: first, max: first + count + 5 });
  return fc.oneof(
    { weight: 2, arbitrary: fc.array(id, { minLength: 1, maxLength: 10, size: "max" }) },
    { weight: 4, arbitrary: fc.array(id, { minLength: 10, maxLength: count, size: "max" }) },
    { weight: 1, arbitrary: fc.array(id, { minLength: 200, maxLength: 200 }) },
    { weight: 1, arbitrary: fc.constant([]) },
  );
};

/** Arbitrary of term ids of both taxonomies. An id of one taxonomy has no meaning in the other. */
export const termIds: fc.Arbitrary<readonly number[]> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(ids(FIRST.category, CATEGORY_COUNT), ids(FIRST.tag, TAG_COUNT))
      .map((lists) => lists.flat()),
  },
  { weight: 1, arbitrary: fc.constant([]) },
);

export const page: fc.Arbitrary<number> = fc.oneof(
  { weight: 12, arbitrary: fc.constant(1) },
  { weight: 6, arbitrary: fc.integer({ min: 2, max: 4 }) },
  { weight: 1, arbitrary: fc.constantFrom(1e9, Number.MAX_SAFE_INTEGER) },
);
export const perPage: fc.Arbitrary<number> = fc.constantFrom(1, 3, 10, 50, 200);

const place = fc
  .tuple(fc.constantFrom(...CENTERS), fc.constantFrom(...STEPS), fc.constantFrom(...STEPS))
  .map(([{ lat, lng }, north, east]) => toCoordinates(lat + north, lng + east));

/** Arbitrary of circles. Some radii end exactly at a venue, or one bit before or after it. */
const circle: fc.Arbitrary<Circle> = fc
  .tuple(
    place,
    fc.oneof(fc.constantFrom(0, 20, 300, 9000, 21_000), place),
    fc.constantFrom(1, 1, 1 - Number.EPSILON, 1 + Number.EPSILON),
  )
  .map(([center, reach, factor]) => ({
    center,
    kilometres: typeof reach === "number" ? reach : factor * distanceBetween(center, reach),
  }));

const box: fc.Arbitrary<BoundingBox> = fc.tuple(place, place).map(([one, other]) => ({
  west: one.lng,
  east: other.lng,
  south: Math.min(one.lat, other.lat),
  north: Math.max(one.lat, other.lat),
}));

export const location: fc.Arbitrary<LocationFilter> = some<LocationFilter>(
  { known: fc.boolean(), within: circle, inside: box },
  2,
);

const venueLocation: fc.Arbitrary<VenueLocationFilter> = fc
  .tuple(location, visible)
  .map(([where, shown]) => ({ ...where, visible: shown }));

const distanceOrder = fc.constantFrom(
  "distance" as const,
  { by: "distance" as const },
  { by: "distance" as const, descending: true },
);

export const nearby: fc.Arbitrary<Pick<VenueQuery, "location" | "order">> = fc
  .tuple(location, circle, distanceOrder)
  .map(([others, within, nearest]) => ({ location: { ...others, within }, order: nearest }));

const fieldName = {
  plugin: fc.constantFrom(...PLUGINS.names),
  field: fc.constantFrom(...PLUGINS.fields, "unknown"),
};
const comparable = fc.constantFrom(...FIELD_VALUES.filter((value) => typeof value !== "boolean"));
const valueRange: fc.Arbitrary<FieldRange> = fc.oneof(
  some<FieldRange>({ from: comparable, until: comparable }, 2),
  fc.constantFrom<FieldRange>(
    { from: 0 },
    { until: 1 },
    { from: "" },
    { until: "b" },
    { from: "a", until: "y" },
  ),
);
const extension: fc.Arbitrary<ExtensionFilter> = fc.oneof(
  fc.record({ ...fieldName, anyOf: fc.array(fc.constantFrom(...FIELD_VALUES), { maxLength: 5 }) }),
  fc.record({ ...fieldName, range: valueRange }),
);
export const extensions: fc.Arbitrary<ExtensionFilter[]> = fc.array(extension, {
  minLength: 1,
  maxLength: 2,
});

export const origin: fc.Arbitrary<OriginFilter> = fc.constantFrom(
  ...ORIGINS.map((one) => one ?? ("none" as const)),
  { importer: "feeds", subscription: "unknown" },
);

const decimalMark = fc.constantFrom("." as const, "," as const);
const amount = fc.constantFrom(0, 1.5, 7, 10, 20, 50, 1500);
const cost: fc.Arbitrary<CostFilter> = fc.record(
  { decimalMark, from: amount, until: amount },
  { requiredKeys: ["decimalMark"] },
);

/** Arbitrary of external ids: of one record of a kind, of several, of another kind, or of none. */
export const externalId = (first: number, count: number): fc.Arbitrary<ExternalId> =>
  fc
    .integer({ min: first, max: first + count + 1 })
    .chain((id) => fc.constantFrom(...externalIdsOf(id), { source: "crm", id: `uid-${id % UID_COUNT}` }));

const descending = fc.boolean();
const memberOrder: fc.Arbitrary<MemberOrder> = fc.record({
  by: fc.constantFrom("start", "title", "modified", "date", "id", "relevance"),
  descending,
});
export const order: fc.Arbitrary<EventQuery["order"]> = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom("start" as const, "published" as const, "newest" as const) },
  { weight: 1, arbitrary: fc.record({ by: fc.constant("field" as const), ...fieldName, descending }) },
  { weight: 1, arbitrary: fc.record({ by: fc.constant("cost" as const), decimalMark, descending }) },
  { weight: 2, arbitrary: memberOrder },
);

/** Conditions that lists of events, venues and organizers have in common. */
export const POST_MEMBERS: Sometimes<PostConditions> = {
  authors: fc.subarray([...AUTHORS, 99]),
  modified: some<ModifiedRange>(
    { after: fc.constantFrom(...MODIFIED), before: fc.constantFrom(...MODIFIED) },
    2,
  ),
  hasImage: fc.boolean(),
};

/** Filters of event lists, each with the arbitrary of its values. */
export const EVENT_MEMBERS: Sometimes<EventQuery> = {
  start: range,
  end: range,
  search: fc.record({ all: fc.array(word, { maxLength: 2 }), none: fc.array(word, { maxLength: 2 }) }),
  categoryIds: termIds,
  tagIds: termIds,
  venueIds: ids(FIRST.venue, LINKED_COUNT),
  organizerIds: ids(FIRST.organizer, LINKED_COUNT),
  ids: ids(FIRST.event, LAST_EVENT),
  externalId: externalId(FIRST.event, LAST_EVENT),
  featured: fc.boolean(),
  parentId: fc.integer({ min: FIRST.event, max: FIRST.event + 6 }),
  seriesIds: ids(SERIES.first, SERIES.count),
  firstOfSeries: fc.constant(true),
  location: venueLocation,
  extensions,
  origin,
  cost,
  ...POST_MEMBERS,
  hidden: fc.constantFrom("include" as const, "only" as const),
};

/** Required members of queries for event lists. */
export const EVENT_BASE: Always<EventQuery> = {
  visible,
  clock,
  order,
  page,
  perPage,
};

export const eventQuery: fc.Arbitrary<EventQuery> = fc
  .tuple(fc.record(EVENT_BASE), some<EventQuery>(EVENT_MEMBERS, MAX))
  .map(([base, members]) => ({ ...base, ...members }));

export const firstOfSeriesQuery: fc.Arbitrary<EventQuery> = eventQuery.map((query) => ({
  ...query,
  firstOfSeries: true,
}));

/** Arbitrary of queries in order of distance, with any other filters. */
export const nearbyEventQuery: fc.Arbitrary<EventQuery> = fc
  .tuple(eventQuery, venueLocation, circle, distanceOrder)
  .map(([query, where, within, nearest]) => ({ ...query, location: { ...where, within }, order: nearest }));
