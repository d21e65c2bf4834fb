import {
  type CalendarEvent,
  hasInstance,
  type ImportedRecord,
  type ImportMoment,
  importedRecords,
  type Repositories,
  saveImportedOccurrence,
  toImportedOccurrence,
} from "@kalends/core";
import { imageIdOf } from "../images/image-id.ts";
import type { AppliedRecord, WantedRecord, WrittenRecord } from "../merge/apply-record.ts";
import { digestOf, isDetached, mergeOf } from "../merge/content-digest.ts";
import { ownRecordId } from "../merge/record-storage.ts";
import { SourceProblem } from "../records/source-record.ts";

/** Settings and state for storing the occurrences of a series. */
export interface SeriesRules extends ImportMoment {
  /** True if this run may import more occurrences of this series. */
  isPending(seriesId: number): boolean;
}

type WantedEvent = WantedRecord<"events">;

/** An occurrence that an earlier run imported, with its stored import state. */
interface Known {
  readonly ours: CalendarEvent;
  readonly known: ImportedRecord;
}

const BOTH_CHANGED = "it was changed here and, differently, at the source";
const NO_STATUS = "an occurrence must have the status of its series or be in the trash";
const DETACHED = "its series was detached from the source";
const TAKEN = "its series has another occurrence at this time";

/**
 * Compares an imported occurrence with the local one and the last imported state (three-way merge). Does not
 * write; the returned `write` does.
 */
export const mergeOccurrence = async (
  wanted: WantedEvent,
  { ours, known }: Known,
  repositories: Repositories,
  rules: SeriesRules,
): Promise<AppliedRecord> => {
  const { occurrence } = ours;
  const series = occurrence && (await repositories.events.find(occurrence.seriesId));
  if (series === undefined) throw new Error(`Occurrence ${ours.id} has no series.`);
  const { id } = ours;
  const theirs = await occurrenceOf(wanted, { series, ours }, repositories, rules);
  const digest = (event: CalendarEvent): string => digestOf(event, { slug: "", fields: wanted.fields });
  const versions = { base: known.base, ours: digest(ours), theirs: digest(theirs) };
  const hasStatus =
    [series.status, "trash"].includes(wanted.record.status) || wanted.record.status === "publish";
  const outcome = mergeOf(versions);
  if (outcome === "conflict") return { outcome, reason: BOTH_CHANGED, id };
  if (!hasStatus) return { outcome: "conflict", reason: NO_STATUS, id };
  if (outcome === "updated")
    return { outcome, id, write: () => store(wanted, { series, ours }, repositories, rules) };
  const isAlike = known.base !== "" && versions.theirs === versions.ours;
  const remembered = { ...known, ...wanted.facts, base: isAlike ? versions.theirs : known.base };
  if (JSON.stringify(remembered) === JSON.stringify(known)) return { outcome, id };
  const save = importedRecords(repositories.documents).save;
  return { outcome, id, write: () => save(remembered).then(() => ({ id })) };
};

/**
 * Returns the outcome of adding a new occurrence to a local series. Returns `undefined` if the series is not
 * stored or its recurrence does not produce the occurrence. Throws a `SourceProblem` if another imported
 * occurrence has this time.
 */
export const addOccurrence = async (
  wanted: WantedEvent,
  seriesId: number,
  repositories: Repositories,
  rules: SeriesRules,
): Promise<AppliedRecord | undefined> => {
  const recurrenceId = wanted.place?.recurrenceId ?? "";
  const series = await repositories.events.find(seriesId);
  if (series !== undefined && isDetached(series)) return { outcome: "kept out", reason: DETACHED };
  if (series === undefined || !(await hasInstance(series, recurrenceId, rules.site))) return undefined;
  const holder = await repositories.events.findOccurrence(seriesId, recurrenceId);
  const memory = importedRecords(repositories.documents);
  if (holder !== undefined && (await memory.findById("events", holder.id)).length > 0)
    throw new SourceProblem(TAKEN);
  // The local occurrence exists if an interrupted run created it without storing its import state.
  const place = { series, ...(holder && { ours: holder }) };
  return { outcome: "added", write: () => store(wanted, place, repositories, rules) };
};

interface Place {
  readonly series: CalendarEvent;
  readonly ours?: CalendarEvent;
}

const occurrenceOf = async (
  { record, place }: WantedEvent,
  { series, ours }: Place,
  { events }: Repositories,
  { site }: SeriesRules,
): Promise<CalendarEvent> => {
  const before = ours?.occurrence?.recurrenceId;
  const isOfSeries = place !== undefined && (place.seriesId === series.id || before === undefined);
  const shown = isOfSeries ? place.recurrenceId : (before ?? "");
  const holder = shown === before ? undefined : await events.findOccurrence(series.id, shown);
  const recurrenceId = holder !== undefined && holder.id !== ours?.id ? (before ?? shown) : shown;
  const kept =
    ours === undefined ? record : { ...record, extensions: { ...ours.extensions, ...record.extensions } };
  const slug = ours?.slug ?? "";
  return toImportedOccurrence(series, kept, { id: ours?.id ?? record.id, slug, recurrenceId }, site);
};

/** Stores an occurrence with its image, and the import state that the next run compares. */
const store = async (
  wanted: WantedEvent,
  { series, ours }: Place,
  repositories: Repositories,
  rules: SeriesRules,
): Promise<WrittenRecord> => {
  const { identity, list, image, facts, fields } = wanted;
  const imageId = image && (await imageIdOf(image, repositories));
  const id = ours?.id ?? (await ownRecordId(wanted.record.id, repositories));
  const record = { ...wanted.record, id, ...(imageId !== undefined && { imageId }) };
  const occurrence = await occurrenceOf(
    { ...wanted, record },
    { series, ...(ours && { ours }) },
    repositories,
    rules,
  );
  const isPending = rules.isPending(series.id);
  await saveImportedOccurrence(repositories, occurrence, series, { ...rules, isPending });
  await importedRecords(repositories.documents).save({
    ...{ list, identity, id, slug: wanted.record.slug, ...facts },
    base: digestOf(occurrence, { slug: "", fields }),
  });
  return { id };
};
