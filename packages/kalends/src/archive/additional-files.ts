import { existsSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import type { Repositories } from "@kalends/core";
import { isDocumentKey, LARGEST_DOCUMENT, type Plugin } from "@kalends/core/interface";
import {
  FIRST_USER_NUMBER,
  type MergedKind,
  type Store,
  type StoredDocument,
  type UserId,
} from "@kalends/core/storage";
import type { ImportReport } from "@kalends/import";
import { HIGHEST_ARCHIVED_ID, IMPORTED_AUTHORS } from "@kalends/import";
import joi, { type ObjectSchema, type ValidationOptions } from "joi";
import { type AdditionalFile, additionalFile } from "./archive-format.ts";
import { parseJson, readLines } from "./archive-lines.ts";
import type { ArchivedAuthors } from "./archived-authors.ts";
import { readArchivedVersions } from "./archived-versions.ts";
import type { CleanRecord } from "./clean-record.ts";
import {
  accountsOf,
  type ImportedIds,
  isArchived,
  isForEmptyCalendar,
  isOwn,
  mergedKindOf,
  problemOfOwn,
} from "./own-documents.ts";

/** Number of stored entries to read at once. */
const BATCH = 500;

const name = joi.string().custom((value, { error }) => (isDocumentKey(value) ? value : error("any.invalid")));

/**
 * True if a value can be stored as a plugin record: as JSON, it has at most `LARGEST_DOCUMENT` characters and
 * loses nothing. False for a value that is nested too deeply to be stored or compared.
 */
const isStorable = (value: object): boolean => {
  try {
    const json = JSON.stringify(value);
    return json.length <= LARGEST_DOCUMENT && isDeepStrictEqual(JSON.parse(json), value);
  } catch {
    return false;
  }
};

const LINES: Readonly<Record<Exclude<AdditionalFile, "versions">, ObjectSchema>> = {
  users: joi.object({
    number: joi.number().integer().min(FIRST_USER_NUMBER).max(HIGHEST_ARCHIVED_ID),
    hostId: name,
  }),
  documents: joi.object({
    collection: name
      .pattern(/^[a-z][a-z0-9-]*\/[a-z][a-z0-9-]*$/)
      .custom((value, { error }) => (isArchived(value) ? value : error("any.invalid"))),
    key: name,
    value: joi.object().custom((value, { error }) => (isStorable(value) ? value : error("any.invalid"))),
  }),
};
const STRICT: ValidationOptions = { convert: false, presence: "required" };

/** Yields host users, plugin records or versions in batches, for an additional file of an archive. */
export async function* readAdditional(
  store: Pick<Store, "userIds" | "documents" | "versions">,
  what: AdditionalFile,
): AsyncGenerator<readonly object[]> {
  const { userIds, documents } = store;
  if (what === "versions") return yield* readArchivedVersions(store);
  if (what === "users") {
    for (let batch = await userIds.readAfter(0, BATCH); batch.length > 0; ) {
      yield batch;
      batch = await userIds.readAfter(batch.at(-1)?.number ?? 0, BATCH);
    }
    return;
  }
  for (let batch = await documents.readAfter("", "", BATCH); batch.length > 0; ) {
    yield batch.filter(({ collection }) => isArchived(collection));
    const { collection = "", key = "" } = batch.at(-1) ?? {};
    batch = await documents.readAfter(collection, key, BATCH);
  }
}

/**
 * Imports an additional file of an archive. An entry that is equal to the stored one counts as unchanged. An
 * entry that differs from the stored one is reported and not imported, like an unreadable line. Returns the
 * numbers of users that were not imported, because this calendar has assigned the number or the user
 * differently.
 */
export const importAdditional = async (
  store: Store,
  folder: string,
  what: keyof typeof LINES,
  report: ImportReport,
  here?: ImportState,
): Promise<ReadonlySet<number>> => {
  const leftOut = new Set<number>();
  const file = additionalFile(folder, what);
  if (!existsSync(file)) {
    report.failed(file, 0, "the file is missing");
    return leftOut;
  }
  const take = (line: object): Promise<Taken> =>
    // The cast is safe: the line was validated.
    what === "users"
      ? takeUser(store, line as UserId)
      : takeDocument(store, cleaned(line as StoredDocument, here, report), here);
  for await (const read of readLines(file)) {
    const { index } = read;
    if ("problem" in read) {
      report.failed(file, index, read.problem);
      continue;
    }
    const line = parseJson(read.text);
    const isRight = LINES[what].validate(line, STRICT).error === undefined;
    const taken = isRight ? await take(line as object) : { problem: "the line has an invalid form" };
    if (typeof taken === "object") report.failed(file, index, taken.problem);
    else report[taken](what);
    if (isRight && typeof taken === "object" && what === "users") leftOut.add((line as UserId).number);
  }
  return leftOut;
};

/**
 * State of an archive import that the import of plugin records and versions needs, because both refer to
 * records and authors.
 */
export interface ImportState {
  /** Ids of the records that the archive import has added or found. */
  readonly importedIds: ImportedIds;
  readonly authors: ArchivedAuthors;
  /**
   * True if the archive is trusted or the calendar was empty. Otherwise, new versions are refused, and new
   * plugin records for which `isForEmptyCalendar` is true.
   */
  readonly acceptsNew: boolean;
  /** Removes unsafe content; absent if the operator trusts the archive. */
  readonly clean: CleanRecord | undefined;
  /** Active plugins. Their plugin records are validated. */
  readonly plugins: readonly Pick<Plugin, "name" | "collections">[];
}

/**
 * Outcome for plugin records that an untrusted archive may not add. Plugin records can open feeds, send
 * calendar data to other servers, and start imports.
 * Source: rules/choices.md#archive-trust.
 */
const FOR_EMPTY = {
  problem: "plugin data and erasure records are only imported into an empty calendar, or with --trusted",
};

type Taken = "added" | "unchanged" | { readonly problem: string };

const takeUser = async ({ userIds }: Store, user: UserId): Promise<Taken> => {
  const isThere = (await userIds.hostIdsOf([user.number])).get(user.number) === user.hostId;
  if (isThere) return "unchanged";
  if (await userIds.restore(user)) return "added";
  return { problem: `the number ${user.number} or its user is already assigned differently here` };
};

/**
 * Removes unsafe content from a plugin record. Records of the calendar itself are validated by their schema
 * instead.
 */
const cleaned = (
  document: StoredDocument,
  here: ImportState | undefined,
  report: ImportReport,
): StoredDocument => {
  const { collection, key } = document;
  if (here?.clean === undefined || isOwn(collection)) return document;
  const { record, members } = here.clean("documents", document);
  if (members.length > 0) report.cleaned("documents", `${collection} ${key}`, members);
  return record;
};

const takeDocument = async (
  store: Store,
  archived: StoredDocument,
  here: ImportState | undefined,
): Promise<Taken> => {
  const problem =
    problemOfOwn(archived, here?.importedIds, here?.clean === undefined) ?? problemOfForm(archived, here);
  if (problem !== undefined) return { problem };
  const { collection, key } = archived;
  const another = await otherIn(archived, here);
  const document = await withOurAuthor(archived, here);
  const mergedKind = mergedKindOf(collection);
  return store.transaction(async (unit) => {
    const { documents } = unit;
    const known = await documents.find(collection, key);
    // Keep the calendar's own stored data, such as data about imports: it is newer than the data in the
    // archive.
    if (known !== undefined && (isOwn(collection) || isDeepStrictEqual(known, document.value)))
      return "unchanged";
    if (known !== undefined) return { problem: `${collection} has another document ${key}` };
    if (here?.acceptsNew === false && isForEmptyCalendar(collection)) return FOR_EMPTY;
    if (another !== undefined) return { problem: `it names the user ${another}, who is another person here` };
    if (mergedKind !== undefined && (await isRecord(mergedKind, Number(key), unit)))
      return { problem: `the record ${key} is not merged here` };
    await documents.save(document);
    return "added";
  });
};

const isRecord = async (kind: MergedKind, id: number, { kindOf, terms }: Repositories): Promise<boolean> =>
  kind === "category" || kind === "tag"
    ? (await terms.findMany([id])).length > 0
    : (await kindOf(id)) !== undefined;

/**
 * Returns why a plugin record does not have the form that its plugin declares. Records of an inactive plugin
 * are not validated here: the plugin validates them when it reads them.
 */
const problemOfForm = (
  { collection, key, value }: StoredDocument,
  here: ImportState | undefined,
): string | undefined => {
  const isOfPlugin = ({ name }: Pick<Plugin, "name">): boolean => collection.startsWith(`${name}/`);
  const { name, collections = [] } = here?.plugins.find(isOfPlugin) ?? {};
  const declared = collections.find((one) => collection === `${name}/${one.name}`);
  return declared?.isWellFormed?.(value, key) === false
    ? `${key} is not a valid document of ${collection}`
    : undefined;
};

/**
 * Returns the first user number in a plugin record that belongs to another person in this calendar, or to an
 * erased account; `undefined` if there is none. Importing such a plugin record, such as a feed token, would
 * give access to the wrong person.
 */
const otherIn = async (
  document: StoredDocument,
  here: ImportState | undefined,
): Promise<number | undefined> => {
  const { collection, value } = document;
  const isOfAuthor = collection === IMPORTED_AUTHORS;
  const named = isOfAuthor ? [Number(value.number)] : accountsOf(document);
  for (const number of named) {
    const isOther = isOfAuthor ? here?.authors.isStranger(number) : await here?.authors.isAnother(number);
    if (isOther) return number;
  }
  return undefined;
};

const withOurAuthor = async (
  document: StoredDocument,
  here: ImportState | undefined,
): Promise<StoredDocument> => {
  const { collection, value } = document;
  if (collection !== IMPORTED_AUTHORS || here === undefined) return document;
  return { ...document, value: { ...value, number: await here.authors.numberOf(Number(value.number)) } };
};
