import type {
  CalendarEvent,
  Image,
  Organizer,
  Post,
  Schedule,
  Taxonomy,
  Term,
  Venue,
  WallClock,
} from "@kalends/core";
import {
  type Account,
  type EventQuery,
  type LinkedQuery,
  NO_COST,
  type Occurrence,
  type OutboxChange,
  type PostStatus,
  type StoredCredential,
  type TermQuery,
  toOccurrence,
} from "@kalends/core/storage";

/** All statuses that records may have in these tests. */
export const STATUSES: readonly PostStatus[] = ["publish", "future", "private", "pending", "draft", "trash"];

/** Query for the first 50 events that lists show, with any status, sorted by start. */
export const EVERYTHING: EventQuery = {
  visible: { statuses: STATUSES },
  clock: "local",
  order: "start",
  page: 1,
  perPage: 50,
};

/** Query for the first 50 venues or organizers, with any status. */
export const ALL_LINKED: LinkedQuery = { visible: { statuses: STATUSES }, page: 1, perPage: 50 };

/**
 * Returns a query for the first 50 terms of a taxonomy, sorted by id. Usage counts include only published
 * events.
 */
export const allTerms = (taxonomy: Taxonomy): TermQuery => ({
  taxonomy,
  hideEmpty: false,
  countedStatuses: ["publish"],
  order: { by: "id", descending: false },
  page: 1,
  perPage: 50,
});

const aPost = (id: number, kind: string): Post => ({
  id,
  author: 1,
  status: "publish",
  slug: `${kind}-${id}`,
  date: "2029-12-01 12:00:00",
  dateUtc: "2029-12-01 12:00:00",
  modified: "2029-12-02 12:00:00",
  modifiedUtc: "2029-12-02 12:00:00",
  description: "",
  excerpt: "",
  lineage: [],
  extensions: {},
});

/** Members of an event and members of its schedule. */
export type EventFields = Partial<CalendarEvent> & Partial<Schedule>;

/**
 * Returns a published test event with id 1 and without links, on 2030-01-01 from 10:00 in UTC. Missing
 * members are derived: the slug from the id, and the end and the UTC members from the start. With another
 * `timezone`, pass `utcStart` too.
 */
export const anEvent = (fields: EventFields = {}): CalendarEvent => {
  const {
    start = "2030-01-01 10:00:00",
    end = start,
    utcStart = start,
    utcEnd = utcStart,
    ...others
  } = fields;
  const { timezone = "UTC", abbreviation = "UTC", allDay = false, ...further } = others;
  const { startFold, endFold, nominalDays, ...event } = further;
  const folds = { ...(startFold && { startFold }), ...(endFold && { endFold }) };
  const { id = 1 } = event;
  return {
    ...aPost(id, "event"),
    title: `Event ${id}`,
    schedule: {
      ...{ start, end, ...folds, utcStart, utcEnd, ...(nominalDays && { nominalDays }) },
      ...{ timezone, abbreviation, allDay },
    },
    cost: NO_COST,
    showMap: true,
    showMapLink: true,
    hideFromListings: false,
    sticky: false,
    featured: false,
    categoryIds: [],
    tagIds: [],
    organizerIds: [],
    ...event,
  };
};

/** Returns a test event that recurs every day. Its occurrences are not stored. */
export const aSeries = (fields: EventFields = {}): CalendarEvent =>
  anEvent({ recurrence: { rules: ["FREQ=DAILY"], dates: [], except: [] }, ...fields });

/** Members of an occurrence that differ from its series. The slug is derived from the id. */
export interface OccurrenceFields extends Partial<Omit<Occurrence, "seriesId">> {
  readonly id: number;
  readonly slug?: string;
  readonly start?: WallClock;
  readonly end?: WallClock;
}

/**
 * Returns a test occurrence of the series, whose UTC times equal its local times. `start` defaults to the
 * start of the series; `end` and `recurrenceId` default to `start`.
 */
export const anOccurrence = (series: CalendarEvent, fields: OccurrenceFields): CalendarEvent => {
  const { id, slug = `event-${id}`, start = series.schedule.start, end = start, ...own } = fields;
  const { modified, modifiedUtc } = series;
  return toOccurrence(series, {
    id,
    slug,
    modified,
    modifiedUtc,
    schedule: { ...series.schedule, start, end, utcStart: start, utcEnd: end },
    occurrence: { seriesId: series.id, recurrenceId: start, changes: {}, ...own },
  });
};

/** Returns a published test venue with a name and no details; id 1 by default. */
export const aVenue = (fields: Partial<Venue> = {}): Venue => {
  const { id = 1 } = fields;
  return {
    ...aPost(id, "venue"),
    name: `Venue ${id}`,
    address: "",
    city: "",
    country: "",
    province: "",
    state: "",
    zip: "",
    phone: "",
    stateProvince: "",
    website: "",
    showMap: true,
    showMapLink: true,
    ...fields,
  };
};

/** Returns a published test organizer with a name and no details; id 1 by default. */
export const anOrganizer = (fields: Partial<Organizer> = {}): Organizer => {
  const { id = 1 } = fields;
  return { ...aPost(id, "organizer"), name: `Organizer ${id}`, phone: "", website: "", email: "", ...fields };
};

/** Returns a test category without a parent; id 1 by default. */
export const aTerm = (fields: Partial<Term> = {}): Term => {
  const { id = 1, taxonomy = "category" } = fields;
  return {
    id,
    taxonomy,
    name: `Term ${id}`,
    slug: `term-${id}`,
    description: "",
    parentId: 0,
    extensions: {},
    ...fields,
  };
};

/** Returns a test image without sizes; id 1 by default. */
export const anImage = (fields: Partial<Image> = {}): Image => {
  const { id = 1 } = fields;
  return {
    id,
    author: 1,
    url: `2030/01/image-${id}.jpg`,
    mimeType: "image/jpeg",
    sizes: {},
    createdUtc: "2029-12-01 12:00:00",
    ...fields,
  };
};

/** Returns a test account with the role editor and without credentials; id 1 by default. */
export const anAccount = (fields: Partial<Account> = {}): Account => {
  const { id = 1 } = fields;
  return { id, name: `account-${id}`, role: "editor", credentials: [], revision: 1, ...fields };
};

/** Returns a change for the outbox; by default, the creation of event 1. */
export const aChange = (fields: Partial<OutboxChange> = {}): OutboxChange => {
  const { recordId = 1 } = fields;
  return {
    time: 1_900_000_000_000,
    kind: "event",
    recordId,
    names: ["event.created"],
    after: anEvent({ id: recordId }),
    origin: {},
    ...fields,
  };
};

/** Returns an application password with this id. */
export const aCredential = (id: string): StoredCredential => ({
  id,
  kind: "password",
  label: ` label of ${id} `,
  hash: "scrypt$16384$8$1$c2FsdA==$aGFzaA==",
  createdUtc: "2030-01-01 10:00:00",
});
