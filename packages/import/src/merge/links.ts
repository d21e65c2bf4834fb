import { type ImportedList, importedRecords } from "@kalends/core";
import type { Store } from "@kalends/core/storage";
import type { SourceRecord } from "../records/source-record.ts";
import type { FoundRecord, Source } from "../source/source.ts";
import type { OwnRecords } from "./content-digest.ts";
import { identityOf, identityOfNeighbour, isMereReference, siteOf } from "./identity.ts";
import { seenName } from "./identity-in-run.ts";
import { storageOf } from "./record-storage.ts";
import { type SeenRecords, shortDigest } from "./seen-records.ts";

export interface LinksOptions {
  readonly source: Source;
  readonly store: Store;
  readonly seen: SeenRecords;
  readonly dryRun: boolean;
  /** Imports a venue, organizer or term that is embedded in an event and that this run has not read yet. */
  importEmbedded(list: ImportedList, record: SourceRecord, place: string): Promise<void>;
}

/**
 * Replaces references between source records by references to local ids.
 * Source: rules/choices.md#import-links.
 */
export interface Links {
  /**
   * Returns the record with local ids in its references. References to records that do not exist locally are
   * removed.
   */
  linked<List extends ImportedList>(
    list: List,
    record: OwnRecords[List],
    found: FoundRecord,
    note: (line: string) => void,
  ): Promise<OwnRecords[List]>;
  /** Caches the local id of a record. */
  note(list: ImportedList, identity: string, id: number | undefined): void;
  /**
   * True if the event has a parent event that was not imported yet. The event is then queued. False if the
   * queue is full, or after `waiting` returned events.
   */
  waits(list: ImportedList, found: FoundRecord): Promise<boolean>;
  /**
   * Returns the events that were queued because of their parents. After this call, no more events are queued.
   */
  waiting(): readonly FoundRecord[];
  /** True if events are queued. */
  isWaiting(): boolean;
}

/** Maximum number of cached ids. */
const MAX_CACHED = 20_000;
/** Maximum number of events in the queue for events with missing parents. */
const MAX_WAITING = 1000;

export const createLinks = ({ source, store, seen, dryRun, importEmbedded }: LinksOptions): Links => {
  /** Cached local ids, by list and identity. 0 means that the record does not exist locally. */
  const cachedIds = new Map<string, number>();
  const waiting: FoundRecord[] = [];
  let isOver = false;

  const note = (list: ImportedList, identity: string, id = 0): void => {
    const [oldest] = cachedIds.keys();
    if (cachedIds.size >= MAX_CACHED && oldest !== undefined) cachedIds.delete(oldest);
    cachedIds.set(seenName(list, identity), id);
  };

  /**
   * Returns a negative placeholder id for a record that a dry run would have added. Returns 0 for all others.
   */
  const findSeen = (list: ImportedList, identity: string): number => {
    const name = seenName(list, identity);
    return dryRun && seen.find(name)?.state === "taken" ? -1 - shortDigest(name) : 0;
  };

  const findOurs = async (list: ImportedList, identity: string): Promise<number> => {
    const known = cachedIds.get(seenName(list, identity));
    if (known !== undefined) return known;
    const remembered = await importedRecords(store.documents).find(list, identity);
    const ours = remembered && (await storageOf(list, store).find(remembered.id));
    const id = ours?.id ?? findSeen(list, identity);
    note(list, identity, id);
    return id;
  };

  const toOurs = async (
    list: ImportedList,
    { record, member, found }: { record: SourceRecord; member: string; found: FoundRecord },
    report: (line: string) => void,
  ): Promise<number> => {
    const isNamed = isMereReference(record);
    const site = isNamed ? siteOf(found.record, source.site) : source.site;
    const identity = identityOf(list, { record }, site);
    const name = seenName(list, identity);
    // Import records that are known from earlier runs too: they may have changed at the source.
    if (seen.find(name) === undefined && !isNamed) await importEmbedded(list, record, found.place);
    const state = seen.find(name)?.state;
    if (state === undefined && isNamed) {
      const ours = await findOurs(list, identity);
      if (ours === 0) report(`${member} ${record.idOrZero("id")} is neither in this import nor here`);
      return ours;
    }
    if (state === "left out") return 0;
    if (state === "taken") return findOurs(list, identity);
    // The referenced record failed in this run, but an earlier run may have stored it locally.
    const ours = await findOurs(list, identity);
    if (ours === 0) report(`${member} ${record.idOrZero("id")} could not be imported and is left out`);
    return ours;
  };

  const parentId = async (list: ImportedList, { record }: FoundRecord): Promise<number | undefined> => {
    const parent = record.idOrZero(list === "events" ? "post_parent" : "parent");
    if (parent === 0 || parent === record.idOrZero("id")) return undefined;
    return findOurs(list, identityOfNeighbour(record, parent, source.site));
  };

  /**
   * Returns the local id of the parent category. Returns 0 if the category has no parent, or if the parent is
   * already a descendant of this category.
   * Source: rules/terms.md#circular-parents.
   */
  const parentCategoryId = async (found: FoundRecord, report: (line: string) => void): Promise<number> => {
    const parent = (await parentId("categories", found)) ?? 0;
    const own = await findOurs("categories", identityOf("categories", found, source.site));
    if (dryRun || parent === 0 || own === 0) return parent;
    if ((await store.terms.find("category", own))?.parentId === parent) return parent;
    if (!(await store.terms.withDescendants([own])).includes(parent)) return parent;
    report("its parent category is also its descendant: it becomes a top-level category here");
    return 0;
  };

  const linkedEvent = async (
    event: OwnRecords["events"],
    found: FoundRecord,
    report: (line: string) => void,
  ): Promise<OwnRecords["events"]> => {
    const { record } = found;
    const all = async (list: ImportedList, member: string): Promise<readonly number[]> => {
      const ids: number[] = [];
      for (const linked of record.objects(member))
        ids.push(await toOurs(list, { record: linked, member, found }, report));
      return [...new Set(ids)].filter((id) => id !== 0);
    };
    const [venueId] = await all("venues", "venue");
    const parent = await parentId("events", found);
    if (parent === 0) report("its parent event does not exist here");
    return {
      ...event,
      ...(venueId !== undefined && { venueId }),
      organizerIds: await all("organizers", "organizer"),
      categoryIds: inOrder(await all("categories", "categories")),
      tagIds: inOrder(await all("tags", "tags")),
      ...(parent !== undefined && parent !== 0 && { parentId: parent }),
    };
  };

  return {
    async linked(list, record, found, report) {
      if ("schedule" in record) return { ...record, ...(await linkedEvent(record, found, report)) };
      if (list !== "categories") return record;
      return { ...record, parentId: await parentCategoryId(found, report) };
    },
    note,
    async waits(list, found) {
      if (list !== "events" || isOver || waiting.length >= MAX_WAITING) return false;
      if ((await parentId(list, found)) !== 0) return false;
      cachedIds.clear();
      waiting.push(found);
      return true;
    },
    waiting() {
      isOver = waiting.length > 0;
      return waiting;
    },
    isWaiting: () => waiting.length > 0 && !isOver,
  };
};

/**
 * Sorts term ids. The terms of a record have no order, and the reference implementation returns terms with
 * equal names in varying order.
 */
const inOrder = (ids: readonly number[]): readonly number[] => ids.toSorted((one, other) => one - other);
