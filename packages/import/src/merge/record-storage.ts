import {
  erasureMemory,
  type ImportedList,
  type Post,
  type Repositories,
  type Term,
  type UsedTerm,
} from "@kalends/core";
import type { ExternalId, MergedKind, PostRepository, Sequence } from "@kalends/core/storage";
import { HIGHEST_LISTED_ID } from "../records/record-checks.ts";
import type { OwnRecord, OwnRecords } from "./content-digest.ts";

/** Repository functions that the import uses for the records of one list. */
export interface RecordStorage<T extends OwnRecord> {
  find(id: number): Promise<T | undefined>;
  findBySlug(slug: string): Promise<T | undefined>;
  findByExternalId(externalId: ExternalId): Promise<T | undefined>;
  /** Returns the local venue or organizer with this name. For all other lists, returns `undefined`. */
  findByName(name: string): Promise<T | undefined>;
  /** Saves a record. Returns false if another record has its slug. */
  save(record: T): Promise<boolean>;
  /**
   * Returns the given source id if it is free and at most `HIGHEST_LISTED_ID`. Otherwise returns a new id.
   * Source: rules/choices.md#import-ids.
   */
  ownId(id: number): Promise<number>;
}

const keptId = async (
  sequence: Sequence,
  id: number,
  isFree: () => Promise<boolean>,
  { ids }: Repositories,
): Promise<number> => {
  if (id === 0 || id > HIGHEST_LISTED_ID || !(await isFree())) return ids.next(sequence);
  await ids.reserve(sequence, id);
  return id;
};

/** Returns a local id for a record of any list. See `RecordStorage.ownId`. */
export const ownRecordId = (id: number, repositories: Repositories): Promise<number> =>
  keptId(
    "record",
    id,
    async () =>
      (await repositories.kindOf(id)) === undefined &&
      !(await isMerged(["venue", "organizer"], id, repositories)) &&
      !(await erasureMemory(repositories.documents).hasRecord(id)),
    repositories,
  );

/**
 * True if a record with this id was merged into another one.
 * Source: rules/merging.md#tombstones.
 */
const isMerged = async (
  kinds: readonly MergedKind[],
  id: number,
  { merges }: Repositories,
): Promise<boolean> => {
  const targets = await Promise.all(kinds.map((kind) => merges.targetsOf(kind, [id])));
  return targets.some(({ size }) => size > 0);
};

/**
 * Returns a function that finds a record by its slug. For the slug of a merged record, it finds the target.
 * Source: rules/merging.md#imports.
 */
const findWithMerged =
  <T>(
    kind: MergedKind,
    { merges }: Repositories,
    by: {
      readonly slug: (slug: string) => Promise<T | undefined>;
      readonly id: (id: number) => Promise<T | undefined>;
    },
  ) =>
  async (slug: string): Promise<T | undefined> => {
    const found = await by.slug(slug);
    const target = found === undefined ? await merges.targetOfSlug(kind, slug) : undefined;
    return target === undefined ? found : by.id(target);
  };

const nobody = async (): Promise<undefined> => undefined;

const storageOfPosts = <T extends Post & OwnRecord, Query>(
  posts: PostRepository<T, Query>,
  repositories: Repositories,
  kind?: MergedKind,
  findByName: RecordStorage<T>["findByName"] = nobody,
): RecordStorage<T> => ({
  find: (id) => posts.find(id),
  findBySlug:
    kind === undefined
      ? (slug) => posts.findBySlug(slug)
      : findWithMerged(kind, repositories, { slug: posts.findBySlug, id: posts.find }),
  findByExternalId: (externalId) => posts.findByExternalId(externalId),
  findByName,
  save: (record) => posts.save(record),
  ownId: (id) => ownRecordId(id, repositories),
});

const storageOfTerms = (taxonomy: Term["taxonomy"], repositories: Repositories): RecordStorage<Term> => {
  const { terms } = repositories;
  return {
    find: (id) => terms.find(taxonomy, id),
    findBySlug: findWithMerged(taxonomy, repositories, {
      slug: (slug) => terms.findBySlug(taxonomy, slug),
      id: (id) => terms.find(taxonomy, id),
    }),
    findByExternalId: (externalId) => terms.findByExternalId(taxonomy, externalId),
    findByName: nobody,
    // Stored terms have a usage count, which cannot be written.
    save: ({ usage: _usage, ...term }: Term & Partial<UsedTerm>) => terms.save(term),
    ownId: (id) => keptId("term", id, () => isFreeTermId(id, repositories), repositories),
  };
};

const isFreeTermId = async (id: number, repositories: Repositories): Promise<boolean> =>
  (await repositories.terms.findMany([id])).length === 0 &&
  !(await isMerged(["category", "tag"], id, repositories));

export const storageOf = <List extends ImportedList>(
  list: List,
  repositories: Repositories,
): RecordStorage<OwnRecords[List]> => {
  const { events, venues, organizers } = repositories;
  const storages: { readonly [Name in ImportedList]: () => RecordStorage<OwnRecords[Name]> } = {
    categories: () => storageOfTerms("category", repositories),
    tags: () => storageOfTerms("tag", repositories),
    venues: () => storageOfPosts(venues, repositories, "venue", (name) => venues.findDuplicate(name)),
    organizers: () =>
      storageOfPosts(organizers, repositories, "organizer", (name) => organizers.findDuplicate(name)),
    events: () => storageOfPosts(events, repositories),
  };
  return storages[list]();
};
