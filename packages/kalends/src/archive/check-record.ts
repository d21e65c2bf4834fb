import { EVENT_STATUSES, isTimeZone, ROLES } from "@kalends/core";
import { checkExternalId, imageTypeOf, MAX_ALT_LENGTH, MAX_IMAGE_TEXT_LENGTH } from "@kalends/core/interface";
import { HIGHEST_ARCHIVED_ID, isInstant, isWallClock } from "@kalends/import";
import joi, {
  type ObjectSchema,
  type Schema,
  type SchemaMap,
  type StringSchema,
  type ValidationOptions,
} from "joi";
import type { Aggregate } from "./archive-format.ts";
import { parseJson } from "./archive-lines.ts";

const text: StringSchema = joi.string().allow("");
const textThat = (isRight: (value: string) => boolean): StringSchema =>
  joi.string().custom((value, { error }) => (isRight(value) ? value : error("any.invalid")));
const texts: Schema = joi.array().items(text);
const flag: Schema = joi.boolean();
const count = joi.number().integer().min(0);
const idOrZero = count.max(HIGHEST_ARCHIVED_ID);
const id = idOrZero.min(1);
const ids: Schema = joi.array().items(id);
const wallClock: Schema = textThat(isWallClock);
const extensions: Schema = joi.object();
const each = (schema: Schema, ...names: readonly string[]): SchemaMap =>
  Object.fromEntries(names.map((name) => [name, schema]));
/** Returns a schema for an object with these members. The object may have any other members too. */
const part = (members: SchemaMap): ObjectSchema => joi.object(members).unknown();
/** Schema for the name of a stored image file, or a web URL. */
const imagePlace: Schema = textThat((url) => /^https?:\/\//i.test(url) || imageTypeOf(url) !== undefined);

const base64url: Schema = joi.string().pattern(/^[\w-]{1,4096}$/);

const upTo = (maximum: number): Schema => textThat((value) => [...value].length <= maximum);
const coordinate: Schema = joi.number().min(0).max(1);

const REVISED: SchemaMap = { revision: count.optional() };

const externalId: Schema = joi
  .object({ source: text, id: text })
  .custom((value: { readonly source: string; readonly id: string }, helpers) => {
    const checked = checkExternalId(value.source, value.id);
    return "value" in checked && checked.value.id === value.id ? value : helpers.error("any.invalid");
  });

const IDENTIFIED: SchemaMap = { externalIds: joi.array().items(externalId).min(1).unique().optional() };

const POST: SchemaMap = {
  id,
  ...REVISED,
  ...IDENTIFIED,
  author: idOrZero,
  ...each(text, "status", "slug"),
  date: wallClock,
  dateUtc: textThat(isInstant),
  modified: wallClock,
  modifiedUtc: textThat(isInstant),
  ...each(text, "description", "excerpt"),
  imageId: id.optional(),
  lineage: joi.array().items(text),
  sourceId: id.optional(),
  origin: joi.object({ importer: text, subscription: text.optional() }).optional(),
  trashed: part(each(text, "status", "slug")).optional(),
  extensions,
};

const SCHEDULE: Schema = part({
  ...each(wallClock, "start", "end", "utcStart", "utcEnd"),
  startFold: joi.valid(true).optional(),
  endFold: joi.valid(true).optional(),
  nominalDays: count.optional(),
  timezone: textThat(isTimeZone),
  abbreviation: text,
  allDay: flag,
});

const COST: Schema = part({
  values: texts,
  symbol: text,
  position: joi.valid("", "prefix", "postfix"),
  code: joi
    .string()
    .pattern(/^[A-Z]{3}$/)
    .optional(),
  shown: text.optional(),
});

/**
 * Schema for each kind of record. Records with unknown members are refused, except for accounts. Inner
 * objects made by `part`, such as the schedule, may also have unknown members.
 */
const RECORDS: Readonly<Record<Aggregate, ObjectSchema>> = {
  accounts: part({
    id,
    name: text,
    role: joi.valid(...ROLES),
    ...each(text.optional(), "displayName", "email"),
    credentials: joi.array().items(
      part({
        id: text,
        kind: joi.valid("password", "token"),
        ...each(text, "label", "hash"),
        createdUtc: wallClock,
        scopes: joi.array().items(joi.valid("accounts")).optional(),
      }),
    ),
    signInPassword: joi.object({ hash: text, changedUtc: wallClock }).optional(),
    passkeys: joi
      .array()
      .items(
        joi.object({
          ...each(base64url, "id", "publicKey"),
          counter: count,
          transports: texts.optional(),
          name: text,
          createdUtc: wallClock,
          usedUtc: wallClock.optional(),
        }),
      )
      .unique("id")
      .optional(),
    ...each(joi.valid(true).optional(), "isDisabled", "isFirst"),
    revision: count,
  }),
  images: joi.object({
    id,
    ...REVISED,
    author: idOrZero,
    url: imagePlace,
    sourceUrl: text.optional(),
    mimeType: text,
    ...each(count.optional(), "width", "height", "fileSize"),
    sizes: joi.object().pattern(
      /^/,
      part({
        ...each(count, "width", "height"),
        mimeType: text,
        fileSize: count.optional(),
        url: imagePlace,
      }),
    ),
    alt: upTo(MAX_ALT_LENGTH).optional(),
    ...each(upTo(MAX_IMAGE_TEXT_LENGTH).optional(), "title", "credit", "license"),
    focalPoint: joi.object({ x: coordinate, y: coordinate }).optional(),
    isReplaced: joi.valid(true).optional(),
    createdUtc: textThat(isInstant),
  }),
  terms: joi.object({
    id,
    ...REVISED,
    ...IDENTIFIED,
    taxonomy: joi.valid("category", "tag"),
    ...each(text, "name", "slug", "description"),
    parentId: idOrZero,
    extensions,
  }),
  venues: joi.object({
    ...POST,
    ...each(text, "name", "address", "city", "country", "province", "state", "zip", "phone"),
    ...each(text, "stateProvince", "website"),
    ...each(flag, "showMap", "showMapLink"),
    coordinates: joi.object().optional(),
  }),
  organizers: joi.object({ ...POST, ...each(text, "name", "phone", "website", "email") }),
  events: joi.object({
    ...POST,
    title: text,
    schedule: SCHEDULE,
    cost: COST,
    website: text.optional(),
    ...each(flag, "showMap", "showMapLink", "hideFromListings", "sticky", "featured"),
    ...each(ids, "categoryIds", "tagIds"),
    venueId: id.optional(),
    organizerIds: ids,
    parentId: id.optional(),
    eventStatus: joi.valid(...EVENT_STATUSES).optional(),
    statusReason: text.optional(),
    previousStart: wallClock.optional(),
    recurrence: joi
      .object({ ...each(texts, "rules", "dates"), except: joi.array().items(wallClock) })
      .optional(),
    hasRecurred: joi.valid(true).optional(),
    isDetached: joi.valid(true).optional(),
  }),
  occurrences: joi.object({
    id,
    slug: text,
    modified: wallClock,
    modifiedUtc: textThat(isInstant),
    schedule: SCHEDULE,
    occurrence: joi.object({
      ...REVISED,
      seriesId: id,
      recurrenceId: wallClock,
      isMoved: joi.valid(true).optional(),
      gone: joi.valid("trashed", "unwanted").optional(),
      changes: joi.object({
        ...each(text.optional(), "title", "description", "excerpt"),
        ...each(id.allow(null).optional(), "imageId", "venueId"),
        cost: COST.optional(),
        website: text.allow(null).optional(),
        ...each(flag.optional(), "showMap", "showMapLink", "hideFromListings", "sticky", "featured"),
        ...each(ids.optional(), "categoryIds", "tagIds", "organizerIds"),
        eventStatus: joi.valid(...EVENT_STATUSES, null).optional(),
        statusReason: text.allow(null).optional(),
        previousStart: wallClock.allow(null).optional(),
        extensions: joi.object().pattern(/^/, joi.object()).optional(),
      }),
    }),
  }),
};

const STRICT: ValidationOptions = {
  convert: false,
  presence: "required",
  errors: { stack: false, render: false },
};

/** Matches `__proto__` as the name of a JSON member. Inside a JSON string, the quotes would be escaped. */
const PROTOTYPE = /"__proto__"\s*:/;
/** Matches JSON escapes with which a name could hide letters of `__proto__`. */
const ESCAPED = /\\u00/;

/** Parses and validates one line of an archive file. Returns the record, or the problem with the line. */
export const checkRecord = (
  aggregate: Aggregate,
  line: string,
): { readonly record: { readonly id: number; readonly author?: number } } | { readonly problem: string } => {
  const record = parseJson(line);
  if (record === undefined)
    return { problem: "the line is not JSON, is nested too deeply, or contains invalid characters" };
  // Check `__proto__` separately: joi ignores this member in objects that allow any names, such as image
  // sizes.
  if (PROTOTYPE.test(ESCAPED.test(line) ? JSON.stringify(record) : line))
    return { problem: "the member __proto__ is unknown" };
  const problem = problemOf(aggregate, record);
  if (problem !== undefined) return { problem };
  return { record: record as { readonly id: number; readonly author?: number } };
};

/** Returns the problem with a record that was parsed from JSON; `undefined` if it is valid. */
export const problemOf = (aggregate: Aggregate, record: unknown): string | undefined => {
  const [detail] = RECORDS[aggregate].validate(record, STRICT).error?.details ?? [];
  if (detail === undefined) return undefined;
  const [member] = detail.path;
  if (member === undefined) return "the line is not an object";
  const isUnknown = detail.type === "object.unknown" && detail.path.length === 1;
  return `the member ${member} is ${isUnknown ? "unknown" : "missing or invalid"}`;
};
