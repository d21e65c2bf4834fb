import { type ImportedList, importedRecords, type Store } from "@kalends/core";
import { siteOf } from "../merge/identity.ts";
import { createSeenRecords, type SeenRecord } from "../merge/seen-records.ts";
import { readOr } from "../records/source-record.ts";
import type { FoundRecord, Portion, Source } from "../source/source.ts";
import { isKept, recordsOf } from "./remove-gone.ts";

/** What a source has shown. */
export interface SeenSource {
  /** The source that is watched. */
  watch(source: Source): Source;
  /** Whether a record of this list with this id has been shown, also as the series of an occurrence. */
  isSeen(list: ImportedList, sourceId: number): boolean;
  /** True if the source has answered in this round that it has no such event any more. */
  isGone(sourceId: number): boolean;
  /** The site that most of its events, venues and organizers say they are from; `""`: it has shown none. */
  site(): string;
}

const SEEN: SeenRecord = { state: "taken", content: 0, start: 0 };
const EMBEDDED = [
  ["venues", "venue"],
  ["organizers", "organizer"],
] as const;

export interface SeenSourceDeps {
  readonly store: Store;
  /** Ends a list after a portion, and what is announced: then less has been shown than there is. */
  isStopping(): boolean;
}

/** Events that are looked at together. */
const BATCH = 50;

/**
 * Remembers the ids that a source shows, by a few bytes each. Events that are known here and in no list any more, such as hidden ones, are
 * asked for by id and come after the others. Source: rules/choices.md#follow.
 */
export const createSeenSource = ({ store, isStopping }: SeenSourceDeps): SeenSource => {
  const seen = createSeenRecords();
  const sites = new Map<string, number>();
  /** Events that the source no longer has, as it has answered in this round. */
  const gone = new Set<number>();
  /** Events that no list has shown. */
  let unlisted = 0;
  const note = (list: ImportedList, { record, series }: FoundRecord, own: string): void => {
    const id = readOr(0, () => record.idOrZero("id"));
    const site = readOr("", () => siteOf(record, own));
    if (list !== "categories" && list !== "tags") sites.set(site, (sites.get(site) ?? 0) + 1);
    seen.note(`${list} ${id}`, SEEN);
    // What an event shows is there, whether its list has it or not.
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
