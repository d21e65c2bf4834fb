import { existsSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { type CalendarEvent, isObject } from "@kalends/core";
import { MAX_VERSION_BYTES } from "@kalends/core/interface";
import { type RecordVersion, type Store, toOccurrenceRow } from "@kalends/core/storage";
import { HIGHEST_ARCHIVED_ID, type ImportReport, isInstant } from "@kalends/import";
import joi, { type ObjectSchema } from "joi";
import type { ImportState } from "./additional-files.ts";
import { additionalFile } from "./archive-format.ts";
import { parseJson, readLines } from "./archive-lines.ts";
import { problemOf } from "./check-record.ts";
import type { Outcome } from "./import-lines.ts";

/**
 * Version of a record in an archive. `record` is the content of the version; absent if the version has none.
 */
interface ArchivedVersion extends Omit<RecordVersion, "content"> {
  readonly record?: ArchivedRecord;
}

type ArchivedRecord = { readonly id: number; readonly author: number } & Readonly<Record<string, unknown>>;

/** Number of versions to read at once. The content of a version has at most 200 KiB. */
const BATCH = 50;

const whole = joi.number().integer().max(HIGHEST_ARCHIVED_ID);

const LINE: ObjectSchema<ArchivedVersion> = joi.object({
  kind: joi.valid("event", "venue", "organizer"),
  recordId: whole.min(1),
  revision: whole.min(0),
  modifiedUtc: joi.string().custom((value, { error }) => (isInstant(value) ? value : error("any.invalid"))),
  author: whole.min(0),
  replacedBy: whole.min(0).optional(),
  changed: joi.array().items(joi.string()),
  record: joi.object().unknown().optional(),
});

/** Yields all versions in their archived form, in batches. */
export async function* readArchivedVersions({
  versions,
}: Pick<Store, "versions">): AsyncGenerator<readonly object[]> {
  for (let batch = await versions.readAfter(0, 0, BATCH); batch.length > 0; ) {
    yield batch.map(({ content, ...rest }) => ({
      ...rest,
      ...(content !== "" && { record: JSON.parse(content) as unknown }),
    }));
    const { recordId = 0, revision = 0 } = batch.at(-1) ?? {};
    batch = await versions.readAfter(recordId, revision, BATCH);
  }
}

/**
 * Imports the versions of an archive, if it has any. Call it after the records were imported. Versions of
 * records that were not imported are reported and left out, like unreadable lines.
 * Source: rules/choices.md#archive-import.
 */
export const importVersions = async (
  { versions }: Pick<Store, "versions">,
  folder: string,
  report: ImportReport,
  state: ImportState,
): Promise<void> => {
  const file = additionalFile(folder, "versions");
  if (!existsSync(file)) return;
  for await (const line of readLines(file)) {
    const outcome =
      "problem" in line ? line : await importVersion(versions, parseJson(line.text), report, state);
    if (typeof outcome === "object") report.failed(file, line.index, outcome.problem);
    else report[outcome]("versions");
  }
};

const importVersion = async (
  versions: Store["versions"],
  line: unknown,
  report: ImportReport,
  { importedIds, authors, acceptsNew, clean }: ImportState,
): Promise<Outcome> => {
  if (LINE.validate(line, { convert: false, presence: "required" }).error !== undefined)
    return { problem: "the line has an invalid form" };
  // The cast is safe: the line was validated.
  const { record, ...version } = line as ArchivedVersion;
  const { recordId, revision, author, replacedBy } = version;
  if (!importedIds.record.has(recordId)) return { problem: `its record ${recordId} was left out` };
  const problem = record && problemOfContent(version, record);
  if (problem !== undefined) return { problem };
  const numbers = [author, record?.author, replacedBy].filter((number) => number !== undefined);
  const stranger = numbers.find(authors.isStranger);
  if (stranger !== undefined) return { problem: `its author ${stranger} is another person here` };
  const content = record && {
    ...cleaned(version, record, report, clean),
    author: await authors.numberOf(record.author),
  };
  const imported: RecordVersion = {
    ...version,
    author: await authors.numberOf(author),
    ...(replacedBy !== undefined && { replacedBy: await authors.numberOf(replacedBy) }),
    content: content === undefined ? "" : JSON.stringify(content),
  };
  const known = await versions.find(recordId, revision);
  if (known !== undefined)
    return isDeepStrictEqual(known, imported)
      ? "unchanged"
      : { problem: `record ${recordId} has another version ${revision}` };
  if (!acceptsNew) return { problem: "versions are only imported into an empty calendar, or with --trusted" };
  await versions.save(imported);
  return "added";
};

const problemOfContent = (
  { kind, recordId, revision }: Omit<RecordVersion, "content">,
  record: ArchivedRecord,
): string | undefined => {
  const { occurrence, ...rest } = record;
  const problem =
    problemOf(`${kind}s`, rest) ??
    (kind === "event" && isObject(occurrence)
      ? // The cast is safe: the other members were validated.
        problemOf("occurrences", toOccurrenceRow(record as object as CalendarEvent))
      : undefined);
  if (problem !== undefined) return problem;
  if (occurrence !== undefined && !(kind === "event" && isObject(occurrence)))
    return "the member occurrence is unknown";
  if (record.id !== recordId || (record.revision ?? 0) !== revision)
    return "its record has another id or revision";
  return Buffer.byteLength(JSON.stringify(record)) > MAX_VERSION_BYTES ? "its record is too long" : undefined;
};

/** Removes unsafe content from the record of a version. */
const cleaned = (
  { kind, recordId }: Omit<RecordVersion, "content">,
  record: ArchivedRecord,
  report: ImportReport,
  clean: ImportState["clean"],
): ArchivedRecord => {
  if (clean === undefined) return record;
  const first = clean(`${kind}s`, record);
  const second =
    "occurrence" in record ? clean("occurrences", first.record) : { record: first.record, members: [] };
  const members = [...first.members, ...second.members];
  if (members.length > 0) report.cleaned("versions", recordId, members);
  return second.record;
};
