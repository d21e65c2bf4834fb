import { type ImportedList, importedRecords } from "@kalends/core";
import type { Store } from "@kalends/core/storage";
import { siteOf } from "../merge/identity.ts";
import { createSeenRecords, type SeenRecord } from "../merge/seen-records.ts";
import { readOr } from "../records/source-record.ts";
import type { FoundRecord, Portion, Source } from "../source/source.ts";
import { isKept, recordsOf } from "./remove-gone.ts";

/** Tracks which records a source yields during one crawl of its lists. */
export interface SeenSource {
  /** Returns a source that yields the same records and tracks each one. */
  watch(source: Source): Source;
  /**
   * True if the crawl yielded a record of this list with this id. The series of an occurrence counts too, and
   * so do the venues and organizers that an event embeds.
   */
  isSeen(list: ImportedList, sourceId: number): boolean;
  /** True if the source responded during this crawl that the event no longer exists. */
  isGone(sourceId: number): boolean;
  /** Returns the site that most events, venues and organizers belong to; `""` if the crawl yielded none. */
  site(): string;
}

const SEEN: SeenRecord = { state: "taken", content: 0, start: 0 };
const EMBEDDED = [
  ["venues", "venue"],
  ["organizers", "organizer"],
] as const;

export interface SeenSourceDeps {
  readonly store: Store;
  /**
   * True if the operator is stopping the run. The current list then ends after its current portion. Because
   * this list is incomplete, `announced` returns `undefined` for it.
   */
  isStopping(): boolean;
}

/** Number of events in one portion. */
const BATCH = 50;

/**
 * Creates a tracker for the record ids that a source yields, with a few bytes of memory for each. Events of
 * an earlier import that the list lacks, such as hidden ones, are requested by id and yielded at the end.
 * Source: rules/choices.md#follow.
 */
export const createSeenSource = ({ store, isStopping }: SeenSourceDeps): SeenSource => {
  const seen = createSeenRecords();
  const sites = new Map<string, number>();
  /** Events that the source reported as no longer existing during this crawl. */
  const gone = new Set<number>();
  /** Number of events that were found only by a request for their id. */
  let unlisted = 0;
  const note = (list: ImportedList, { record, series }: FoundRecord, own: string): void => {
    const id = readOr(0, () => record.idOrZero("id"));
    const site = readOr("", () => siteOf(record, own));
    if (list !== "categories" && list !== "tags") sites.set(site, (sites.get(site) ?? 0) + 1);
    seen.note(`${list} ${id}`, SEEN);
    // Venues and organizers in an event exist at the source, even if their own list lacks them.
    if (list === "events")
      for (const [linked, member] of EMBEDDED)
        for (const one of readOr([], () => record.objects(member)))
          seen.note(`${linked} ${readOr(0, () => one.idOrZero("id"))}`, SEEN);
    if (series !== undefined) note(list, series.found, own);
  };
  const isSeen = (list: ImportedList, id: number): boolean => seen.find(`${list} ${id}`) !== undefined;
  const siteOfMost = (): string =>
    [...sites].reduce((one, other) => (other[1] > one[1] ? other : one), ["", 0] as const)[0];

  async function* readUnlisted(source: Source): AsyncGenerator<Portion, void, undefined> {
    let records: FoundRecord[] = [];
    for await (const { id, sourceId } of recordsOf(
      importedRecords(store.documents),
      "events",
      siteOfMost(),
    )) {
      if (isStopping()) return;
      if (isSeen("events", sourceId) || !(await isKept("events", id, store))) continue;
      const found = await source.look?.("events", sourceId);
      if (found === "gone") gone.add(sourceId);
      if (found === undefined || typeof found === "string") continue;
      note("events", found, source.site);
      unlisted += 1;
      records.push(found);
      if (records.length < BATCH) continue;
      yield { records };
      records = [];
    }
    if (records.length > 0) yield { records };
  }

  async function* read(source: Source, list: ImportedList): AsyncGenerator<Portion, void, undefined> {
    if (isStopping()) return;
    for await (const portion of source.read(list)) {
      for (const found of portion.records) note(list, found, source.site);
      yield portion;
      if (isStopping()) return;
    }
    if (list === "events") yield* readUnlisted(source);
  }

  const announced = (source: Source, list: ImportedList): number | undefined => {
    const count = isStopping() ? undefined : source.announced?.(list);
    return count === undefined || list !== "events" ? count : count + unlisted;
  };

  return {
    watch: (source) => ({
      ...source,
      read: (list) => read(source, list),
      announced: (list) => announced(source, list),
    }),
    isSeen,
    isGone: (id) => gone.has(id),
    site: siteOfMost,
  };
};
