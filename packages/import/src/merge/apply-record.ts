import {
  type Image,
  type ImportedList,
  type ImportedRecord,
  importedRecords,
  type Post,
  type Repositories,
} from "@kalends/core";
import { freeSlug } from "@kalends/core/storage";
import { imageIdOf } from "../images/image-id.ts";
import { withOmitted } from "../records/omitted.ts";
import { SourceProblem } from "../records/source-record.ts";
import type { RecordOutcome } from "../report/import-report.ts";
import { addOccurrence, mergeOccurrence, type SeriesRules } from "../series/apply-occurrence.ts";
import { findAdopted } from "./adopted.ts";
import {
  canonical,
  digestOf,
  isDetached,
  mergeOf,
  type OwnRecord,
  type OwnRecords,
} from "./content-digest.ts";
import { isErased } from "./identity-digest.ts";
import { externalIdsFrom, findHolder, withImportId } from "./import-id.ts";
import { type RecordStorage, storageOf } from "./record-storage.ts";

/** A source record, converted for storage: its links and its author have local ids. */
export interface WantedRecord<List extends ImportedList = ImportedList> {
  readonly list: List;
  readonly identity: string;
  /** The converted record, still with the slug and id of the source. */
  readonly record: OwnRecords[List];
  readonly image: Image | undefined;
  /** Plugin fields that the record sets, each as `plugin.field`. */
  readonly fields: readonly string[];
  readonly facts: Pick<ImportedRecord, "site" | "sourceId" | "path" | "start" | "openLinks" | "digest">;
  /** True if an existing local venue or organizer with the same name is used instead of adding a record. */
  readonly isNamed: boolean;
  /** Names of the fields that the source does not give. See `omittedFields`. */
  readonly omitted: readonly string[];
  /**
   * True if the record has a password at the source, which shows a placeholder without texts. See
   * `isPlaceholder`.
   */
  readonly isPlaceholder: boolean;
  /** True if the source contains this record only as a reference in other records. See `FoundRecord`. */
  readonly isMention: boolean;
  readonly isUndated: boolean;
  /** Position in the series; absent if the record is not an occurrence. */
  readonly place?: OccurrencePlaceOf | undefined;
  /** Returns the storage for the record. Defaults to the storage of its list. */
  readonly storageIn?: ((repositories: Repositories) => RecordStorage<OwnRecords[List]>) | undefined;
}

/** Position of an occurrence in its series. */
export interface OccurrencePlaceOf {
  /** Local id of the series; 0 if the series is not stored yet. */
  readonly seriesId: number;
  /** Start time that the recurrence rule gives this occurrence. The actual start may differ. */
  readonly recurrenceId: string;
}

/** Outcome of importing a record, and the pending write. */
export interface AppliedRecord {
  readonly outcome: RecordOutcome;
  readonly reason?: string;
  /** Local id; absent if the record is not stored yet or was deleted locally. */
  readonly id?: number;
  /** True if the local slug got a suffix because another record uses the slug of the source. */
  readonly isSuffixed?: boolean;
  /**
   * Writes the record to the repositories that were passed to `applyRecord`. Absent if the import has nothing
   * to write.
   */
  write?(): Promise<WrittenRecord>;
}

/** Result of writing a record. */
export interface WrittenRecord extends Pick<AppliedRecord, "isSuffixed"> {
  /** Local id of the record. */
  readonly id: number;
}

/** Placeholder id of an image that is not stored yet. */
const NEW_IMAGE = -1;

const BOTH_CHANGED = "it was changed here and, differently, at the source";
const GONE = "it was changed at the source, but no longer exists here";
const ERASED = "it was erased here";
const PROTECTED =
  "it has a password at the source, so its texts cannot be read: sign in with --user to import it";
const OLD = "it differs from the source, and the earlier version that imported it did not store its state";

/**
 * Compares a source record with the local record and with the last imported state (three-way merge). Does not
 * write; the returned `write` does.
 * Source: rules/choices.md#import-conflicts.
 */
export const applyRecord = async <List extends ImportedList>(
  wanted: WantedRecord<List>,
  repositories: Repositories,
  rules: SeriesRules,
): Promise<AppliedRecord> => {
  const { list, identity, place } = wanted;
  const storage = wanted.storageIn?.(repositories) ?? storageOf(list, repositories);
  const image = wanted.image && (await repositories.images.findByUrl(wanted.image.url));
  const imageId = image?.id ?? (wanted.image && NEW_IMAGE);
  const theirs = { ...wanted, record: { ...wanted.record, ...(imageId !== undefined && { imageId }) } };
  const unit: Unit<List> = { storage, repositories };
  const memory = importedRecords(repositories.documents);
  const known = await memory.find(list, identity);
  if (known !== undefined) {
    const ours = await storage.find(known.id);
    if (ours !== undefined && isDetached(ours)) return { outcome: "unchanged", id: ours.id };
    const filled = ours === undefined ? theirs : withOurs(theirs, ours);
    if (ours !== undefined && "schedule" in ours && ours.occurrence !== undefined)
      return mergeOccurrence(ofEvents(filled), { ours, known }, repositories, rules);
    if (ours !== undefined) return merge(filled, ours, known, unit);
    const isChanged = known.base !== "" && digest(theirs.record, theirs) !== known.base;
    return isChanged ? { outcome: "conflict", reason: GONE } : { outcome: "unchanged" };
  }
  if (wanted.isPlaceholder) return { outcome: "kept out", reason: PROTECTED };
  const mayBeErased = list === "venues" || list === "organizers";
  if (mayBeErased && (await isErased(repositories.documents, list, identity)))
    return { outcome: "kept out", reason: ERASED };
  const adopted = await findAdopted(theirs, storage, repositories);
  if (adopted !== undefined && isDetached(adopted)) return { outcome: "unchanged", id: adopted.id };
  if (adopted !== undefined) return adopt(withOurs(theirs, adopted), adopted, unit);
  const holder = await findHolder(wanted.facts, storage);
  const isRemembered = holder !== undefined && (await memory.findById(list, holder.id)).length > 0;
  const here = holder !== undefined && !isRemembered ? holder : await findHere(theirs, storage);
  if (here !== undefined) return use(theirs, here, "", unit);
  const added = place && (await addOccurrence(ofEvents(theirs), place.seriesId, repositories, rules));
  if (added !== undefined) return added;
  const identified = holder === undefined ? { ...theirs, record: withImportId(theirs) } : theirs;
  return { outcome: "added", write: () => store(identified, undefined, unit) };
};

/** Returns the source record, with local values for the fields that the source does not give. */
const withOurs = <List extends ImportedList>(
  wanted: WantedRecord<List>,
  ours: OwnRecords[List],
): WantedRecord<List> => ({ ...wanted, record: withOmitted(wanted.record, ours, wanted.omitted) });

/** Casts a wanted record to a wanted event. The cast is safe: only events have occurrences. */
const ofEvents = (wanted: WantedRecord): WantedRecord<"events"> => wanted as WantedRecord<"events">;

interface Unit<List extends ImportedList> {
  readonly storage: RecordStorage<OwnRecords[List]>;
  readonly repositories: Repositories;
}

const digest = <List extends ImportedList>(
  record: OwnRecords[List],
  { fields, isUndated }: WantedRecord<List>,
  slug = record.slug,
): string => digestOf(record, { slug, fields, isUndated });

/**
 * Returns the slug of the source if the import assigned the current local slug. Returns the local slug if
 * somebody changed it.
 */
const slugOf = (ours: { readonly slug: string }, { slug, ourSlug = slug }: ImportedRecord): string =>
  ours.slug === ourSlug ? slug : ours.slug;

const merge = async <List extends ImportedList>(
  wanted: WantedRecord<List>,
  ours: OwnRecords[List],
  known: ImportedRecord,
  unit: Unit<List>,
): Promise<AppliedRecord> => {
  if (wanted.isMention) return { outcome: "unchanged", id: ours.id };
  const versions = {
    base: known.base,
    ours: digest(ours, wanted, slugOf(ours, known)),
    theirs: digest(wanted.record, wanted),
  };
  const outcome = mergeOf(versions);
  const isSuffixed = known.ourSlug !== undefined && known.ourSlug === ours.slug;
  if (outcome === "conflict") return { outcome, reason: BOTH_CHANGED, id: ours.id };
  if (outcome === "updated")
    return { outcome, id: ours.id, write: () => store(wanted, { ours, known }, unit) };
  const isAlike = known.base !== "" && versions.theirs === versions.ours;
  const { openLinks: _, digest: _digest, ...before } = known;
  const remembered = { ...before, ...wanted.facts, base: isAlike ? versions.theirs : known.base };
  const hasIds = (await externalIdsFrom(ours, wanted.facts, unit.storage)) === ours.externalIds;
  if (hasIds && canonical(remembered) === canonical(known)) return { outcome, id: ours.id, isSuffixed };
  return { outcome, id: ours.id, isSuffixed, write: () => remember(remembered, ours, unit) };
};

/**
 * Stores the import state of a local record, and the record's id at the source as an external id. The content
 * of the record stays unchanged.
 */
const remember = async <List extends ImportedList>(
  record: ImportedRecord,
  ours: OwnRecords[List],
  { storage, repositories }: Unit<List>,
): Promise<WrittenRecord> => {
  const externalIds = await externalIdsFrom(ours, record, storage);
  const isStored = externalIds === ours.externalIds || (await storage.save({ ...ours, externalIds }));
  if (!isStored) throw new SourceProblem(`its slug ${ours.slug} belongs to another record`);
  await importedRecords(repositories.documents).save(record);
  return { id: record.id };
};

/**
 * Finds an existing local record that stands for the source record: a term with its slug, or for `isNamed` a
 * venue or organizer with its name. The import leaves such a record unchanged.
 */
const findHere = <List extends ImportedList>(
  { list, record, isNamed }: WantedRecord<List>,
  storage: RecordStorage<OwnRecords[List]>,
): Promise<OwnRecords[List] | undefined> => {
  if (list === "categories" || list === "tags") return storage.findBySlug(record.slug);
  return isNamed && "name" in record ? storage.findByName(record.name) : Promise.resolve(undefined);
};

const use = async <List extends ImportedList>(
  { list, identity, record: { slug }, facts }: WantedRecord<List>,
  here: OwnRecords[List],
  base: string,
  unit: Unit<List>,
): Promise<AppliedRecord> => {
  const { id, slug: ourSlug } = here;
  const remembered = { list, identity, id, slug, ...facts, ...(ourSlug !== slug && { ourSlug }), base };
  return { outcome: "unchanged", id, write: () => remember(remembered, here, unit) };
};

/**
 * Returns the outcome for a record that an old version of Kalends imported without storing a digest. If the
 * contents are equal, only the import state is stored. If only the modification times are equal, neither side
 * has changed the record since that import, and the record is updated. Otherwise the outcome is a conflict.
 */
const adopt = async <List extends ImportedList>(
  wanted: WantedRecord<List>,
  ours: OwnRecords[List],
  unit: Unit<List>,
): Promise<AppliedRecord> => {
  const { record } = wanted;
  const theirs = digest(record, wanted);
  const isAlike = digest(ours, wanted, record.slug) === theirs;
  const modified = (one: object): unknown => ("modifiedUtc" in one ? one.modifiedUtc : undefined);
  if (isAlike) return use(wanted, ours, theirs, unit);
  if (modified(ours) !== modified(record)) return { outcome: "conflict", reason: OLD, id: ours.id };
  const { list, identity, facts } = wanted;
  const known = { list, identity, id: ours.id, slug: record.slug, ourSlug: ours.slug, ...facts, base: "" };
  return { outcome: "updated", id: ours.id, write: () => store(wanted, { ours, known }, unit) };
};

interface Earlier<List extends ImportedList> {
  readonly ours: OwnRecords[List];
  readonly known: ImportedRecord;
}

/** Stores a new or changed record with its image, and the import state that the next run compares. */
const store = async <List extends ImportedList>(
  wanted: WantedRecord<List>,
  earlier: Earlier<List> | undefined,
  { storage, repositories }: Unit<List>,
): Promise<WrittenRecord> => {
  const { list, identity, record, facts } = wanted;
  const imageId = wanted.image && (await imageIdOf(wanted.image, repositories));
  const id = earlier?.ours.id ?? (await storage.ownId(record.id));
  const isTaken = async (slug: string): Promise<boolean> => {
    const holder = await storage.findBySlug(slug);
    return holder !== undefined && holder.id !== id;
  };
  const keepsSlug = earlier !== undefined && earlier.known.slug === record.slug;
  const given = keepsSlug || record.slug === "" ? record.slug : await freeSlug(record.slug, isTaken);
  const slug = keepsSlug ? earlier.ours.slug : given;
  const theirs = { ...record, ...(imageId !== undefined && { imageId }) };
  const externalIds = earlier ? await externalIdsFrom(earlier.ours, facts, storage) : record.externalIds;
  const stored = {
    ...{ ...theirs, id, slug, ...(externalIds && { externalIds }) },
    ...(earlier && keptOf(earlier.ours, theirs, wanted)),
  };
  if (!(await storage.save(stored))) throw new SourceProblem(`its slug ${slug} belongs to another record`);
  await importedRecords(repositories.documents).save({
    ...{ list, identity, id, slug: record.slug, ...facts },
    ...(slug !== record.slug && { ourSlug: slug }),
    base: digest(theirs, wanted),
  });
  return { id, isSuffixed: slug !== record.slug };
};

/**
 * Returns the members of the local record that an update must not overwrite: plugin fields that the source
 * record does not set, revision, origin, the state before trashing, and times that the source does not give.
 */
const keptOf = <Own extends OwnRecord>(
  ours: Own,
  theirs: Own,
  { isUndated }: WantedRecord,
): Partial<Post> => {
  const extensions = { ...ours.extensions };
  const { revision } = ours;
  const common = { extensions, ...(revision !== undefined && { revision }) };
  for (const [plugin, fields] of Object.entries(theirs.extensions))
    extensions[plugin] = { ...extensions[plugin], ...fields };
  if (!("status" in ours) || !("status" in theirs)) return common;
  const { date, dateUtc, modified, modifiedUtc, status, slug, origin } = ours;
  return {
    ...common,
    ...(origin && { origin }),
    ...(isUndated && { date, dateUtc, modified, modifiedUtc }),
    ...(theirs.status === "trash" && { trashed: ours.trashed ?? { status, slug } }),
  };
};
