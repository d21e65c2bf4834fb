import type { StoredDocument } from "@kalends/core/storage";
import { IMPORTED_AUTHORS } from "@kalends/import";
import joi, { type ObjectSchema } from "joi";

/**
 * Prefix of the collections of the calendar itself. Those that are not archived are covered by the manifest
 * or belong to a single installation.
 */
const OWN = "kalends/";

/** Collections with the memory of imports and erasures, which belongs to the records. */
const ARCHIVED_OWN = /^kalends\/(?:imported-[a-z]+|erased)$/;

/** Collections with secrets, such as passwords for other servers. Only backups contain them. */
const SECRET = /-secrets$/;

/**
 * True if archives contain the documents of a collection. These are all collections of plugins except
 * secrets, and those of the calendar that belong to its records.
 */
export const isArchived = (collection: string): boolean =>
  collection.startsWith(OWN) ? ARCHIVED_OWN.test(collection) : !SECRET.test(collection);

export const isOwn = (collection: string): boolean => collection.startsWith(OWN);

const ERASED = "kalends/erased";

/**
 * True if only trusted archives may add documents of a collection to a calendar in use. Records of erasures
 * are included, because they keep records out.
 */
export const isForEmptyCalendar = (collection: string): boolean =>
  !isOwn(collection) || collection === ERASED;

const LISTS: Readonly<Record<string, "record" | "term">> = {
  "kalends/imported-events": "record",
  "kalends/imported-venues": "record",
  "kalends/imported-organizers": "record",
  "kalends/imported-categories": "term",
  "kalends/imported-tags": "term",
};

const text = joi.string().allow("");
const whole = joi.number().integer();

/** Form of documents as `importedRecords` of core writes them. */
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

/** Form of a remembered author. */
const AUTHOR: ObjectSchema = joi.object({ number: whole.min(0), site: text, author: whole.min(0) });

/** Ids of the records that an archive has added or that existed before. */
export interface ImportedIds {
  readonly record: ReadonlySet<number>;
  readonly term: ReadonlySet<number>;
}

/** Form of a finished erasure. An unfinished one names files, which may be other files here. */
const FINISHED_ERASURE: ObjectSchema = joi.object({
  kind: joi.valid("account", "venue", "organizer", "image").optional(),
  isDone: joi.valid(true).optional(),
});

const NO_FORM = "the line has an invalid form";

const isOf = (schema: ObjectSchema, value: object): boolean =>
  schema.validate(value, { convert: false, presence: "required" }).error === undefined;

/** Usual names of members that hold the number of an account. */
const ACCOUNT_MEMBER = /^(?:account|author|owner|user)(?:_?id)?$/i;

/** Returns the account numbers that a plugin's document contains. */
export const accountsIn = (value: unknown, member = ""): readonly number[] => {
  if (typeof value === "number") return ACCOUNT_MEMBER.test(member) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((one) => accountsIn(one, member));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => accountsIn(one, name));
};

/**
 * Returns the reason for not importing a document of the calendar itself, or `undefined` if it may be
 * imported.
 */
export const problemOfOwn = (
  { collection, value }: StoredDocument,
  taken: ImportedIds | undefined,
  isTrusted: boolean,
): string | undefined => {
  if (collection === ERASED && !isTrusted && !isOf(FINISHED_ERASURE, value)) return NO_FORM;
  if (collection === IMPORTED_AUTHORS && !isOf(AUTHOR, value)) return NO_FORM;
  const sequence = LISTS[collection];
  if (sequence === undefined) return undefined;
  if (!isOf(IMPORTED, value)) return NO_FORM;
  return taken?.[sequence].has(Number(value.id)) ? undefined : `its record ${value.id} was left out`;
};
