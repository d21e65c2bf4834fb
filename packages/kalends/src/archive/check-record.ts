import { imageTypeOf, isTimeZone, ROLES } from "@kalends/core";
import { HIGHEST_ARCHIVED_ID } from "../import/highest-id.ts";
import { isInstant, isWallClock } from "../import/wall-clock.ts";
import type { Aggregate } from "./archive-format.ts";

type Check = (value: unknown) => boolean;
type Shape = Readonly<Record<string, Check>>;

const text: Check = (value) => typeof value === "string";
const flag: Check = (value) => typeof value === "boolean";
const count: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const idOrZero: Check = (value) => count(value) && Number(value) <= HIGHEST_ARCHIVED_ID;
const id: Check = (value) => idOrZero(value) && value !== 0;
const object: Check = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const wallClock: Check = (value) => typeof value === "string" && isWallClock(value);
const instant: Check = (value) => typeof value === "string" && isInstant(value);
const timezone: Check = (value) => typeof value === "string" && isTimeZone(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const oneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const shaped =
  (shape: Shape): Check =>
  (value) =>
    object(value) && problemOf(value as Readonly<Record<string, unknown>>, shape) === undefined;

const everyMember =
  (check: Check): Check =>
  (value) =>
    object(value) && Object.values(value as object).every(check);
/** A file of ours, or an address of somebody else's. */
const imagePlace: Check = (value) =>
  typeof value === "string" && (/^https?:\/\//i.test(value) || imageTypeOf(value) !== undefined);

const POST: Shape = {
  id,
  author: idOrZero,
  status: text,
  slug: text,
  date: wallClock,
  dateUtc: instant,
  modified: wallClock,
  modifiedUtc: instant,
  description: text,
  excerpt: text,
  imageId: optional(id),
  lineage: listOf(text),
  sourceId: optional(id),
  trashed: optional(shaped({ status: text, slug: text })),
  extensions: object,
};

const SHAPES: Readonly<Record<Aggregate, Shape>> = {
  accounts: {
    id,
    name: text,
    role: oneOf(...ROLES),
    displayName: optional(text),
    email: optional(text),
    credentials: listOf(
      shaped({ id: text, kind: oneOf("password", "token"), label: text, hash: text, createdUtc: wallClock }),
    ),
    revision: count,
  },
  images: {
    id,
    author: idOrZero,
    url: imagePlace,
    sourceUrl: optional(text),
    mimeType: text,
    width: optional(count),
    height: optional(count),
    fileSize: optional(count),
    sizes: everyMember(
      shaped({ width: count, height: count, mimeType: text, fileSize: optional(count), url: imagePlace }),
    ),
    createdUtc: text,
  },
  terms: {
    id,
    taxonomy: oneOf("category", "tag"),
    name: text,
    slug: text,
    description: text,
    parentId: idOrZero,
    extensions: object,
  },
  venues: {
    ...POST,
    name: text,
    address: text,
    city: text,
    country: text,
    province: text,
    state: text,
    zip: text,
    phone: text,
    stateProvince: text,
    website: text,
    showMap: flag,
    showMapLink: flag,
    coordinates: optional(object),
  },
  organizers: { ...POST, name: text, phone: text, website: text, email: text },
  events: {
    ...POST,
    title: text,
    schedule: shaped({
      start: wallClock,
      end: wallClock,
      utcStart: wallClock,
      utcEnd: wallClock,
      timezone,
      abbreviation: text,
      allDay: flag,
    }),
    cost: shaped({ values: listOf(text), symbol: text, position: oneOf("", "prefix", "postfix") }),
    website: optional(text),
    showMap: flag,
    showMapLink: flag,
    hideFromListings: flag,
    sticky: flag,
    featured: flag,
    categoryIds: listOf(id),
    tagIds: listOf(id),
    venueId: optional(id),
    organizerIds: listOf(id),
    parentId: optional(id),
  },
};

const problemOf = (record: Readonly<Record<string, unknown>>, shape: Shape): string | undefined => {
  const wrong = Object.entries(shape).find(([name, check]) => !check(record[name]));
  if (wrong !== undefined) return `the member ${wrong[0]} is missing or not of its form`;
  const unknown = Object.keys(record).find(
    (name) => !Object.hasOwn(shape, name) && record[name] !== undefined,
  );
  return unknown === undefined || !STRICT.has(shape) ? undefined : `the member ${unknown} is unknown`;
};

/** Aggregates whose every member is listed above. */
const STRICT: ReadonlySet<Shape> = new Set([
  SHAPES.images,
  SHAPES.terms,
  SHAPES.venues,
  SHAPES.organizers,
  SHAPES.events,
]);

/** One line of an archive, if it is a record of the aggregate. */
export const checkRecord = (
  aggregate: Aggregate,
  line: string,
): { readonly record: { readonly id: number; readonly author?: number } } | { readonly problem: string } => {
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch {
    return { problem: "the line is not JSON" };
  }
  if (!object(record)) return { problem: "the line is not an object" };
  // An object, as just found; its members are checked next.
  const problem = problemOf(record as Readonly<Record<string, unknown>>, SHAPES[aggregate]);
  return problem === undefined
    ? { record: record as { readonly id: number; readonly author?: number } }
    : { problem };
};
