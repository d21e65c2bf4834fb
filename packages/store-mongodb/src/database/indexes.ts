import { DUPLICATE_REASONS } from "@kalends/core/storage";
import type { Document, IndexDirection } from "mongodb";
import type { CollectionName } from "./collections.ts";

export interface Index {
  /**
   * Name of the index. Names of Kalends indexes begin with `kalends_`. All other indexes belong to other
   * programs and are not changed.
   */
  readonly name: `kalends_${string}`;
  readonly key: Readonly<Record<string, IndexDirection>>;
  readonly unique?: boolean;
  readonly partialFilterExpression?: Document;
}

/**
 * Version of the indexes that are declared below. Increase it with every change of an index, and give the
 * changed index a new name.
 * The old index stays until `kalends migrate --drop-old`, because processes of an older version may need it.
 */
export const INDEX_VERSION = 10;

/**
 * Lowest version of the indexes that can be migrated. A lower version belongs to a database from before the
 * first release.
 */
export const FIRST_VERSION = 10;

/** Clocks that event lists can use, each with the members that it compares. */
export const CLOCKS = {
  local: { start: "schedule.start", end: "schedule.end" },
  utc: { start: "schedule.utcStart", end: "schedule.utcEnd" },
} as const;

export type Clock = keyof typeof CLOCKS;
export const ALL_CLOCKS: readonly Clock[] = ["local", "utc"];

/** Members that come before the dates in indexes of events. Queries compare all of them for equality. */
const LEADS = {
  all: [],
  featured: ["featured"],
  category: ["categoryIds"],
  tag: ["tagIds"],
  venue: ["venueId"],
  organizer: ["organizerIds"],
  parent: ["parentId"],
  extension: ["derived.extensions"],
  author: ["author"],
  series: ["occurrence.seriesId"],
} as const;

export type Lead = keyof typeof LEADS;

export const listIndexName = (lead: Lead, clock: Clock): Index["name"] => `kalends_list_${lead}_${clock}`;

/**
 * Returns the index for a list. Members that are compared for equality come first; then the sort keys follow,
 * which include the range. The server can then read a page without sorting.
 */
const listIndex = (lead: Lead, clock: Clock): Index => ({
  name: listIndexName(lead, clock),
  key: ascending(...LEADS[lead], "derived.listed", CLOCKS[clock].start, "date", "_id"),
  ...PARTIAL[lead],
});

const OCCURRENCES = {
  partialFilterExpression: { "occurrence.seriesId": { $exists: true } },
} as const;

/**
 * Conditions of partial indexes. Most events are not featured, few have a parent event, and many have neither
 * plugin fields nor an origin.
 */
const PARTIAL: Readonly<Partial<Record<Lead, Pick<Index, "partialFilterExpression">>>> = {
  featured: { partialFilterExpression: { featured: true } },
  parent: { partialFilterExpression: { parentId: { $exists: true } } },
  extension: { partialFilterExpression: { "derived.extensions": { $exists: true } } },
  series: OCCURRENCES,
};

const ascending = (...members: readonly string[]): Index["key"] =>
  Object.fromEntries(members.map((member) => [member, 1]));

/** Members by which lists sort all records, each with its path in events. */
const ORDERS = { title: "derived.title", modified: "derived.modified", date: "date", id: "_id" } as const;

export type SortedMember = keyof typeof ORDERS;
const SORTED_MEMBERS = ["title", "modified", "date", "id"] as const;

/** Returns the path by which events are sorted. */
export const pathOfMember = (member: SortedMember): string => ORDERS[member];

export const orderIndexName = (member: SortedMember, clock: Clock): Index["name"] =>
  `kalends_order_${member}_${clock}`;

/**
 * Returns the index of events for an order. A list reads it along the order. The index ends with the start, so
 * that the server reads no documents of events outside of a date range.
 */
const orderIndex = (member: SortedMember, clock: Clock): Index => ({
  name: orderIndexName(member, clock),
  key: ascending("status", ORDERS[member], "_id", CLOCKS[clock].start),
});

export const VALUES_INDEX = "kalends_values";

export const EXTERNAL_IDS_INDEX = "kalends_external_ids";

const EXTERNAL_IDS: Index = {
  name: EXTERNAL_IDS_INDEX,
  key: ascending("derived.externalIds", "_id"),
  partialFilterExpression: { "derived.externalIds": { $exists: true } },
};

/** Indexes that events, venues and organizers have in common. */
const POST_INDEXES: readonly Index[] = [
  { name: VALUES_INDEX, key: ascending("derived.values.$**") },
  EXTERNAL_IDS,
  { name: "kalends_slug", key: { slug: 1, "derived.claimsSlug": -1, _id: 1 } },
  {
    name: "kalends_due",
    key: ascending("status", "dateUtc", "_id"),
    partialFilterExpression: { status: "future" },
  },
  { name: "kalends_grams", key: ascending("derived.grams") },
  {
    name: "kalends_image",
    key: ascending("imageId", "_id"),
    partialFilterExpression: { imageId: { $exists: true } },
  },
];

const LINKED_INDEXES: readonly Index[] = [
  ...POST_INDEXES,
  { name: "kalends_list", key: { status: 1, date: -1, _id: -1 } },
  { name: "kalends_name", key: ascending("derived.foldedName", "_id") },
  { name: "kalends_order_title", key: ascending("status", "derived.title", "_id") },
  { name: "kalends_order_modified", key: ascending("status", "modifiedUtc", "_id") },
  {
    name: "kalends_list_extension",
    key: { "derived.extensions": 1, status: 1, date: -1, _id: -1 },
    partialFilterExpression: { "derived.extensions": { $exists: true } },
  },
];

export const CELLS_INDEX = "kalends_cells";
export const PLACED_INDEX = "kalends_placed";

/**
 * Indexes for venues with coordinates: one to search by area (see venue-locations.ts), and one to list all
 * venues with coordinates.
 */
const PLACE_INDEXES: readonly Index[] = [
  {
    name: CELLS_INDEX,
    key: ascending("derived.cells", "coordinates.lat", "coordinates.lng"),
    partialFilterExpression: { "derived.cells": { $exists: true } },
  },
  {
    name: PLACED_INDEX,
    key: ascending("status", "author", "coordinates.lat", "_id"),
    partialFilterExpression: { "coordinates.lat": { $exists: true } },
  },
];

/** Indexes to find venues with equal values, one for each reason: see venue-duplicates.ts. */
const DUPLICATE_INDEXES: readonly Index[] = DUPLICATE_REASONS.map((reason) => ({
  name: `kalends_duplicate_${reason}`,
  key: ascending(`derived.duplicates.${reason}`, "_id", "status", "author"),
  partialFilterExpression: { [`derived.duplicates.${reason}`]: { $gt: "" } },
}));

const OCCURRENCE_INDEXES: readonly Index[] = [
  {
    name: "kalends_occurrence",
    key: ascending("occurrence.seriesId", "occurrence.recurrenceId"),
    ...OCCURRENCES,
  },
  {
    name: "kalends_next",
    key: ascending("occurrence.seriesId", "schedule.utcStart", "_id"),
    ...OCCURRENCES,
  },
];

/** Index to find the events that use a venue in a range of time. */
export const OCCUPANCY_INDEX: Index = {
  name: "kalends_occupancy",
  key: ascending("venueId", "derived.occupancy", "schedule.utcStart", "_id", "schedule.utcEnd"),
  partialFilterExpression: { "derived.occupancy": { $exists: true } },
};

/** Leads whose indexes exist for each clock of the lists. */
const CLOCK_LEADS = [
  ...(["all", "featured", "category", "tag", "venue", "organizer"] as const),
  ...(["extension", "author", "series"] as const),
] as const;

/**
 * Names of the collections that have indexes; `blobs.*` belong to GridFS. Do not give a new collection a name
 * that a host application may use in the same database.
 */
export type IndexedName = Exclude<CollectionName, "keys"> | "claims" | "blobs.files" | "blobs.chunks";

/**
 * Returns all indexes of a collection. For events, these are the indexes for lists with these clocks. The
 * index by parent event exists only for the local clock.
 */
export const indexesOf = (name: IndexedName, clocks: readonly Clock[]): readonly Index[] =>
  name === "events"
    ? [
        ...POST_INDEXES,
        ...OCCURRENCE_INDEXES,
        ...clocks.flatMap((clock) => [
          ...CLOCK_LEADS.map((lead) => listIndex(lead, clock)),
          ...SORTED_MEMBERS.map((member) => orderIndex(member, clock)),
        ]),
        listIndex("parent", "local"),
        OCCUPANCY_INDEX,
      ]
    : INDEXES[name];

const INDEXES: Readonly<Record<Exclude<IndexedName, "events">, readonly Index[]>> = {
  venues: [...LINKED_INDEXES, ...PLACE_INDEXES, ...DUPLICATE_INDEXES],
  organizers: LINKED_INDEXES,
  terms: [
    { name: "kalends_slug", key: ascending("taxonomy", "slug") },
    { name: "kalends_name", key: ascending("taxonomy", "derived.lowerName", "_id") },
    { name: "kalends_parent", key: ascending("parentId") },
    EXTERNAL_IDS,
  ],
  usage: [{ name: "kalends_terms", key: ascending("terms") }],
  series: [
    { name: "kalends_grams", key: ascending("derived.grams") },
    { name: "kalends_counted", key: ascending("counted.term") },
    {
      name: "kalends_extend",
      key: ascending("expandedUntil", "_id"),
      partialFilterExpression: { expandedUntil: { $exists: true } },
    },
  ],
  images: [
    { name: "kalends_url", key: ascending("url") },
    {
      name: "kalends_source_url",
      key: ascending("sourceUrl"),
      partialFilterExpression: { sourceUrl: { $exists: true } },
    },
    { name: "kalends_grams", key: ascending("derived.grams") },
    { name: "kalends_created", key: ascending("createdUtc", "_id") },
  ],
  accounts: [
    { name: "kalends_name", key: ascending("derived.foldedName") },
    { name: "kalends_credential", key: ascending("credentials.id") },
    { name: "kalends_passkey", key: ascending("passkeys.id") },
    { name: "kalends_email", key: ascending("derived.foldedEmail", "_id") },
  ],
  signInRecords: [
    { name: "kalends_account", key: ascending("accountId", "kind", "created") },
    { name: "kalends_expiry", key: ascending("expires") },
  ],
  claims: [],
  sequences: [],
  leases: [],
  userIds: [{ name: "kalends_number", key: ascending("number"), unique: true }],
  pluginDocuments: [{ name: "kalends_key", key: ascending("collection", "key") }],
  pluginValues: [
    { name: "kalends_value", key: ascending("collection", "member", "value", "key") },
    { name: "kalends_document", key: ascending("document") },
  ],
  versions: [],
  outbox: [{ name: "kalends_position", key: ascending("position", "_id") }],
  outboxReaders: [],
  outboxFailures: [
    { name: "kalends_reader", key: ascending("reader", "isSetAside", "position") },
    { name: "kalends_position", key: ascending("position") },
  ],
  "blobs.files": [{ name: "kalends_filename", key: ascending("filename"), unique: true }],
  "blobs.chunks": [{ name: "kalends_chunks", key: ascending("files_id", "n"), unique: true }],
};
