import {
  freeSlug,
  type Image,
  type ImportedList,
  type ImportedRecord,
  importedRecords,
  type Post,
  type Repositories,
} from "@kalends/core";
import { imageIdOf } from "../images/image-id.ts";
import { withOmitted } from "../records/omitted.ts";
import { SourceProblem } from "../records/source-record.ts";
import type { RecordOutcome } from "../report/import-report.ts";
import { addOccurrence, mergeOccurrence, type SeriesRules } from "../series/settle-occurrence.ts";
import { findAdopted } from "./adopted.ts";
import { canonical, digestOf, mergeOf, type OwnRecord, type OwnRecords } from "./content-digest.ts";
import { isErased } from "./identity-digest.ts";
import { type Keeper, keeperOf } from "./keepers.ts";

/** A record as its source has it, ready to be stored: with our links and our author. */
export interface WantedRecord<List extends ImportedList = ImportedList> {
  readonly list: List;
  readonly identity: string;
  /** Its slug is that of the source, its id, too. */
  readonly record: OwnRecords[List];
  readonly image: Image | undefined;
  /** The fields of plugins that it sets, each as `plugin.field`. */
  readonly fields: readonly string[];
  readonly facts: Pick<ImportedRecord, "site" | "sourceId" | "path" | "start" | "openLinks" | "digest">;
  /** Whether a venue or an organizer that is here and has its name is used instead of a new one. */
  readonly isNamed: boolean;
  /** Fields that the source omits: see `omittedFields`. */
  readonly omitted: readonly string[];
  /** A password protects it there, and nothing else of it can be read. */
  readonly isHusk: boolean;
  /** See `FoundRecord`. */
  readonly isMention: boolean;
  readonly isUndated: boolean;
  /** Of an occurrence. */
  readonly place?: OccurrencePlaceOf | undefined;
  /** Where it is kept; absent: with the others of its list. */
  readonly keeperIn?: ((repositories: Repositories) => Keeper<OwnRecords[List]>) | undefined;
}

/** Where an occurrence belongs. */
export interface OccurrencePlaceOf {
  /** Ours; 0: not stored yet. */
  readonly seriesId: number;
  /** The start that its recurrence gives it. */
  readonly recurrenceId: string;
}

/** What is to be done with a record, and what did so far. */
export interface Settled {
  readonly outcome: RecordOutcome;
  readonly reason?: string;
  /** Ours; absent of what is not stored yet, and of what is not here any more. */
  readonly id?: number;
  /** Its slug has a suffix here, as another record has that of the source. */
  readonly isSuffixed?: boolean;
  /** Writes it, by the same repositories; absent: nothing is to be written. */
  write?(): Promise<WrittenRecord>;
}

/** A record that is stored. */
export interface WrittenRecord extends Pick<Settled, "isSuffixed"> {
  /** Ours. */
  readonly id: number;
}

/** Stands for an image that is not stored yet. */
const NEW_IMAGE = -1;

const BOTH_CHANGED = "it was changed here, and otherwise at the source";
const GONE = "it was changed at the source, and is not here any more";
const ERASED = "it was erased here";
const PROTECTED =
  "it has a password there, so that its texts cannot be read: sign in with --user to take it over";
const OLD =
  "it differs from what is at the source, and an earlier version took it over without remembering what it was then";

/**
 * Compares a record with what is here: the three-way merge. Reads only, but for `write`. Source: rules/choices.md#import-conflicts.
 */
export const settleRecord = async <List extends ImportedList>(
  wanted: WantedRecord<List>,
  repositories: Repositories,
  rules: SeriesRules,
): Promise<Settled> => {
  const { list, identity, place } = wanted;
  const keeper = wanted.keeperIn?.(repositories) ?? keeperOf(list, repositories);
  const image = wanted.image && (await repositories.images.findByUrl(wanted.image.url));
  const imageId = image?.id ?? (wanted.image && NEW_IMAGE);
  const theirs = { ...wanted, record: { ...wanted.record, ...(imageId !== undefined && { imageId }) } };
  const unit = { keeper, repositories };
  const known = await importedRecords(repositories.documents).find(list, identity);
  if (known !== undefined) {
    const ours = await keeper.find(known.id);
    const filled = ours === undefined ? theirs : withOurs(theirs, ours);
    if (ours !== undefined && "schedule" in ours && ours.occurrence !== undefined)
      return mergeOccurrence(ofEvents(filled), { ours, known }, repositories, rules);
    if (ours !== undefined) return merge(filled, ours, known, unit);
    const isChanged = known.base !== "" && digest(theirs.record, theirs) !== known.base;
    return isChanged ? { outcome: "conflict", reason: GONE } : { outcome: "unchanged" };
  }
  if (wanted.isHusk) return { outcome: "kept out", reason: PROTECTED };
  const mayBeErased = list === "venues" || list === "organizers";
  if (mayBeErased && (await isErased(repositories.documents, list, identity)))
    return { outcome: "kept out", reason: ERASED };
  const here = await findHere(theirs, keeper);
  if (here !== undefined) return use(theirs, here, "", unit);
  const adopted = await findAdopted(theirs, keeper, repositories);
  if (adopted !== undefined) return adopt(withOurs(theirs, adopted), adopted, unit);
  const added = place && (await addOccurrence(ofEvents(theirs), place.seriesId, repositories, rules));
  if (added !== undefined) return added;
  return { outcome: "added", write: () => store(theirs, undefined, unit) };
};

/** With what the source omits as it is here. */
const withOurs = <List extends ImportedList>(
  wanted: WantedRecord<List>,
  ours: OwnRecords[List],
): WantedRecord<List> => ({ ...wanted, record: withOmitted(wanted.record, ours, wanted.omitted) });

/** Only events occur. */
const ofEvents = (wanted: WantedRecord): WantedRecord<"events"> => wanted as WantedRecord<"events">;

interface Unit<List extends ImportedList> {
  readonly keeper: Keeper<OwnRecords[List]>;
  readonly repositories: Repositories;
}

const digest = <List extends ImportedList>(
  record: OwnRecords[List],
  { fields, isUndated }: WantedRecord<List>,
  slug = record.slug,
): string => digestOf(record, { slug, fields, isUndated });

/** That of the source as long as it is the one that the import gave. */
const slugOf = (ours: { readonly slug: string }, { slug, ourSlug = slug }: ImportedRecord): string =>
  ours.slug === ourSlug ? slug : ours.slug;

const merge = async <List extends ImportedList>(
  wanted: WantedRecord<List>,
  ours: OwnRecords[List],
  known: ImportedRecord,
  unit: Unit<List>,
): Promise<Settled> => {
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
  if (canonical(remembered) === canonical(known)) return { outcome, id: ours.id, isSuffixed };
  return { outcome, id: ours.id, isSuffixed, write: () => remember(remembered, unit) };
};

const remember = async <List extends ImportedList>(
  record: ImportedRecord,
  { repositories }: Unit<List>,
): Promise<WrittenRecord> => {
  await importedRecords(repositories.documents).save(record);
  return { id: record.id };
};

/** What is here already without an import, and stays as it is. */
const findHere = <List extends ImportedList>(
  { list, record, isNamed }: WantedRecord<List>,
  keeper: Keeper<OwnRecords[List]>,
): Promise<OwnRecords[List] | undefined> => {
  if (list === "categories" || list === "tags") return keeper.findBySlug(record.slug);
  return isNamed && "name" in record ? keeper.findByName(record.name) : Promise.resolve(undefined);
};

const use = async <List extends ImportedList>(
  { list, identity, record: { slug }, facts }: WantedRecord<List>,
  here: OwnRecords[List],
  base: string,
  unit: Unit<List>,
): Promise<Settled> => {
  const { id, slug: ourSlug } = here;
  const remembered = { list, identity, id, slug, ...facts, ...(ourSlug !== slug && { ourSlug }), base };
  return { outcome: "unchanged", id, write: () => remember(remembered, unit) };
};

/** What an import took over that remembered nothing: neither side has changed it since where the times of the last change agree. */
const adopt = async <List extends ImportedList>(
  wanted: WantedRecord<List>,
  ours: OwnRecords[List],
  unit: Unit<List>,
): Promise<Settled> => {
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

/** Stores a record that is new or has changed, with its image, and what is to be remembered of it. */
const store = async <List extends ImportedList>(
  wanted: WantedRecord<List>,
  earlier: Earlier<List> | undefined,
  { keeper, repositories }: Unit<List>,
): Promise<WrittenRecord> => {
  const { list, identity, record, facts } = wanted;
  const imageId = wanted.image && (await imageIdOf(wanted.image, repositories));
  const id = earlier?.ours.id ?? (await keeper.ownId(record.id));
  const isTaken = async (slug: string): Promise<boolean> => {
    const holder = await keeper.findBySlug(slug);
    return holder !== undefined && holder.id !== id;
  };
  const keepsSlug = earlier !== undefined && earlier.known.slug === record.slug;
  const given = keepsSlug || record.slug === "" ? record.slug : await freeSlug(record.slug, isTaken);
  const slug = keepsSlug ? earlier.ours.slug : given;
  const theirs = { ...record, ...(imageId !== undefined && { imageId }) };
  const stored = { ...theirs, id, slug, ...(earlier && keptOf(earlier.ours, theirs, wanted)) };
  if (!(await keeper.save(stored))) throw new SourceProblem(`its slug ${slug} belongs to another record`);
  await importedRecords(repositories.documents).save({
    ...{ list, identity, id, slug: record.slug, ...facts },
    ...(slug !== record.slug && { ourSlug: slug }),
    base: digest(theirs, wanted),
  });
  return { id, isSuffixed: slug !== record.slug };
};

/** What stays of a record that is updated: what plugins keep with it, what it was before the trash, and dates that its source does not know. */
const keptOf = <Own extends OwnRecord>(
  ours: Own,
  theirs: Own,
  { isUndated }: WantedRecord,
): Partial<Post> => {
  const extensions = { ...ours.extensions };
  const { revision } = ours;
  const further = { extensions, ...(revision !== undefined && { revision }) };
  for (const [plugin, fields] of Object.entries(theirs.extensions))
    extensions[plugin] = { ...extensions[plugin], ...fields };
  if (!("status" in ours) || !("status" in theirs)) return further;
  const { date, dateUtc, modified, modifiedUtc, status, slug, origin } = ours;
  return {
    ...further,
    ...(origin && { origin }),
    ...(isUndated && { date, dateUtc, modified, modifiedUtc }),
    ...(theirs.status === "trash" && { trashed: ours.trashed ?? { status, slug } }),
  };
};
