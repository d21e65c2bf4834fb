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
  /** Imports a record that an event shows but no list does. */
  importEmbedded(list: ImportedList, record: SourceRecord, place: string): Promise<void>;
}

/**
 * Resolves links between records of a source to local ids.
 * Source: rules/choices.md#import-links.
 */
export interface Links {
  /**
   * Returns the record with the local ids of linked records; links to records that do not exist here are
   * dropped.
   */
  linked<List extends ImportedList>(
    list: List,
    record: OwnRecords[List],
    found: FoundRecord,
    note: (line: string) => void,
  ): Promise<OwnRecords[List]>;
  /** Caches the local id of a record. */
  note(list: ImportedList, identity: string, id: number | undefined): void;
  /** True if this is an event whose parent was not imported yet. The event is then queued. */
  waits(list: ImportedList, found: FoundRecord): Promise<boolean>;
  /** Returns the queued events. After this call, no more events are queued. */
  waiting(): readonly FoundRecord[];
  /** True if events are queued. */
  isWaiting(): boolean;
}

/** Maximum number of cached ids. */
const MAX_CACHED = 20_000;
/** Maximum number of events queued for their parents. */
const MAX_WAITING = 1000;

export const createLinks = ({ source, store, seen, dryRun, importEmbedded }: LinksOptions): Links => {
  /** Cached local ids; 0 means that the record no longer exists here. */
  const cachedIds = new Map<string, number>();
  const waiting: FoundRecord[] = [];
  let isOver = false;

  const note = (list: ImportedList, identity: string, id = 0): void => {
    const [oldest] = cachedIds.keys();
    if (cachedIds.size >= MAX_CACHED && oldest !== undefined) cachedIds.delete(oldest);
    cachedIds.set(seenName(list, identity), id);
  };

  /** Returns a number that no record has for a record that a dry run would have added; otherwise 0. */
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
    // Also for known records: they may have changed at the source, and no list shows the change.
    if (seen.find(name) === undefined && !isNamed) await importEmbedded(list, record, found.place);
    const state = seen.find(name)?.state;
    if (state === undefined && isNamed) {
      const ours = await findOurs(list, identity);
      if (ours === 0) report(`${member} ${record.idOrZero("id")} is neither in this import nor here`);
      return ours;
    }
    if (state === "left out") return 0;
    if (state === "taken") return findOurs(list, identity);
    // The linked record failed in this run, but an earlier import may have stored it.
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
   * Returns the local id of the parent; 0 if the parent is already below this category.
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
 * Sorts the ids of terms. Terms have no order of their own, and the reference implementation returns terms of
 * the same name in varying order.
 */
const inOrder = (ids: readonly number[]): readonly number[] => ids.toSorted((one, other) => one - other);
