import { isPreferences, PREFERENCES_COLLECTION } from "@kalends/core/interface";
import { MERGED_KINDS, type MergedKind, mergedCollection, type StoredDocument } from "@kalends/core/storage";
import { IMPORTED_AUTHORS } from "@kalends/import";
import joi, { type ObjectSchema } from "joi";

/** Prefix of the plugin-record collections of the calendar itself. */
const OWN = "kalends/";

/**
 * Matches the calendar's own collections that archives contain: data about imports, merges and erasures,
 * which belongs to the archived records, and the preferences of users.
 */
const ARCHIVED_OWN = /^kalends\/(?:imported-[a-z]+|merged-[a-z]+|erased|preferences)$/;

/** Matches collections with secrets, such as passwords for other servers. Only backups contain them. */
const SECRET = /-secrets$/;

/**
 * True if archives contain this collection. Archives contain all collections of plugins except secrets. Of
 * the calendar's own collections, they contain only those that `ARCHIVED_OWN` matches.
 */
export const isArchived = (collection: string): boolean =>
  collection.startsWith(OWN) ? ARCHIVED_OWN.test(collection) : !SECRET.test(collection);

export const isOwn = (collection: string): boolean => collection.startsWith(OWN);

const ERASED = "kalends/erased";

/**
 * True if an untrusted archive may add records of this collection only to an empty calendar. These are
 * collections of plugins, preferences, and records of erasures and merges, which prevent imports of other
 * records.
 */
export const isForEmptyCalendar = (collection: string): boolean =>
  !isOwn(collection) ||
  collection === ERASED ||
  collection === PREFERENCES_COLLECTION ||
  mergedKindOf(collection) !== undefined;

/** Returns the kind of the merged records in a collection; `undefined` for all other collections. */
export const mergedKindOf = (collection: string): MergedKind | undefined =>
  MERGED_KINDS.find((kind) => mergedCollection(kind) === collection);

const LISTS: Readonly<Record<string, "record" | "term">> = {
  "kalends/imported-events": "record",
  "kalends/imported-venues": "record",
  "kalends/imported-organizers": "record",
  "kalends/imported-categories": "term",
  "kalends/imported-tags": "term",
};

const text = joi.string().allow("");
const whole = joi.number().integer();

/** Schema of an import state, as `importedRecords` of `@kalends/core` writes it. */
const IMPORTED: ObjectSchema = joi.object({
  id: whole.min(1),
  path: text.optional(),
  open: joi.valid(1).optional(),
  rest: joi
    .object({
      ...{ site: text, sourceId: whole.min(0), path: text, slug: text, base: text },
      ourSlug: text.optional(),
      start: text.optional(),
      openLinks: joi.array().items(joi.string()).optional(),
    })
    .unknown(),
});

/** Schema of a stored mapping from an author of an import source to a local user number. */
const AUTHOR: ObjectSchema = joi.object({ number: whole.min(0), site: text, author: whole.min(0) });

/**
 * Schema of the plugin record that is stored in place of a merged record, as `mergedRecords` of
 * `@kalends/core` writes it.
 */
const MERGED_RECORD: ObjectSchema = joi.object({
  mergedInto: whole.min(1),
  slug: joi.string().max(200).optional(),
});

/** Ids of the records that an archive import has added or found. */
export interface ImportedIds {
  readonly record: ReadonlySet<number>;
  readonly term: ReadonlySet<number>;
}

/**
 * Schema of a finished erasure. An unfinished erasure is refused, because it names files that may be other
 * files in this calendar.
 */
const FINISHED_ERASURE: ObjectSchema = joi.object({
  kind: joi.valid("account", "venue", "organizer", "image").optional(),
  isDone: joi.valid(true).optional(),
});

/** Matches keys of preferences and of merged records. */
const NUMBER_KEY = /^[1-9]\d{0,15}$/;

const NO_FORM = "the line has an invalid form";

const isOf = (schema: ObjectSchema, value: object): boolean =>
  schema.validate(value, { convert: false, presence: "required" }).error === undefined;

/** Matches names of members that usually contain an account number. */
const ACCOUNT_MEMBER = /^(?:account|author|owner|user)(?:_?id)?$/i;

/**
 * Returns the numbers of the accounts that a plugin record names. For preferences, returns the number of
 * their user. For other records of the calendar itself, returns none.
 */
export const accountsOf = ({ collection, key, value }: StoredDocument): readonly number[] =>
  collection === PREFERENCES_COLLECTION ? [Number(key)] : isOwn(collection) ? [] : accountsIn(value);

/**
 * Returns the numbers in a value, at any depth, that are in members whose names usually stand for an account.
 */
export const accountsIn = (value: unknown, member = ""): readonly number[] => {
  if (typeof value === "number") return ACCOUNT_MEMBER.test(member) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((one) => accountsIn(one, member));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => accountsIn(one, name));
};

/**
 * Returns the reason for not importing a record of the calendar itself. Returns `undefined` if the record may
 * be imported.
 */
export const problemOfOwn = (
  { collection, key, value }: StoredDocument,
  taken: ImportedIds | undefined,
  isTrusted: boolean,
): string | undefined => {
  if (collection === ERASED && !isTrusted && !isOf(FINISHED_ERASURE, value)) return NO_FORM;
  if (collection === PREFERENCES_COLLECTION && !(NUMBER_KEY.test(key) && isPreferences(value)))
    return NO_FORM;
  if (collection === IMPORTED_AUTHORS && !isOf(AUTHOR, value)) return NO_FORM;
  const kind = mergedKindOf(collection);
  if (kind !== undefined) {
    if (!(NUMBER_KEY.test(key) && isOf(MERGED_RECORD, value))) return NO_FORM;
    const ids = taken?.[kind === "category" || kind === "tag" ? "term" : "record"];
    const isTaken = ids?.has(Number(value.mergedInto));
    return isTaken ? undefined : `the record ${value.mergedInto}, into which it was merged, was left out`;
  }
  const sequence = LISTS[collection];
  if (sequence === undefined) return undefined;
  if (!isOf(IMPORTED, value)) return NO_FORM;
  return taken?.[sequence].has(Number(value.id)) ? undefined : `its record ${value.id} was left out`;
};
