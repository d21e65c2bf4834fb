import type { StoredDocument } from "@kalends/core/storage";
import { IMPORTED_AUTHORS } from "@kalends/import";
import joi, { type ObjectSchema } from "joi";

/** Collections of the calendar itself. What the others of them say is in the manifest, or belongs to one installation alone. */
const OWN = "kalends/";

/** What imports remember, and what was erased: it belongs to the records. */
const ARCHIVED_OWN = /^kalends\/(?:imported-[a-z]+|erased)$/;

/** Passwords for other servers and the like: only backups have them. */
const SECRET = /-secrets$/;

/**
 * True if archives have the documents of a collection: all of plugins but secrets, and of the calendar those that belong to its records.
 */
export const isArchived = (collection: string): boolean =>
  collection.startsWith(OWN) ? ARCHIVED_OWN.test(collection) : !SECRET.test(collection);

export const isOwn = (collection: string): boolean => collection.startsWith(OWN);

const ERASED = "kalends/erased";

/** True if documents of a collection come into calendars in use from trusted archives alone: what was erased keeps records out. */
export const isForEmpty = (collection: string): boolean => !isOwn(collection) || collection === ERASED;

const LISTS: Readonly<Record<string, "record" | "term">> = {
  "kalends/imported-events": "record",
  "kalends/imported-venues": "record",
  "kalends/imported-organizers": "record",
  "kalends/imported-categories": "term",
  "kalends/imported-tags": "term",
};

const text = joi.string().allow("");
const whole = joi.number().integer();

/** As `importedRecords` of core writes them. */
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

/** As authors are remembered. */
const AUTHOR: ObjectSchema = joi.object({ number: whole.min(0), site: text, author: whole.min(0) });

/** The ids of what an archive has brought, or was here already. */
export interface TakenIds {
  readonly record: ReadonlySet<number>;
  readonly term: ReadonlySet<number>;
}

/** Nothing that is still to be done: it names files, which may be others' here. */
const DONE: ObjectSchema = joi.object({
  kind: joi.valid("account", "venue", "organizer", "image").optional(),
  isDone: joi.valid(true).optional(),
});

const NO_FORM = "the line is not of its form";

const isOf = (schema: ObjectSchema, value: object): boolean =>
  schema.validate(value, { convert: false, presence: "required" }).error === undefined;

/** Members that hold the number of an account, by their usual names. */
const OF_ACCOUNT = /^(?:account|author|owner|user)(?:_?id)?$/i;

/** The numbers of accounts that a document of a plugin names. */
export const accountsIn = (value: unknown, member = ""): readonly number[] => {
  if (typeof value === "number") return OF_ACCOUNT.test(member) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((one) => accountsIn(one, member));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => accountsIn(one, name));
};

/** Why a document of the calendar itself is not taken over; `undefined` when it is. */
export const problemOfOwn = (
  { collection, value }: StoredDocument,
  taken: TakenIds | undefined,
  isTrusted: boolean,
): string | undefined => {
  if (collection === ERASED && !isTrusted && !isOf(DONE, value)) return NO_FORM;
  if (collection === IMPORTED_AUTHORS && !isOf(AUTHOR, value)) return NO_FORM;
  const sequence = LISTS[collection];
  if (sequence === undefined) return undefined;
  if (!isOf(IMPORTED, value)) return NO_FORM;
  return taken?.[sequence].has(Number(value.id)) ? undefined : `its record ${value.id} was left out`;
};
