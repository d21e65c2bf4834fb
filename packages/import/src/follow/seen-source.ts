import type { ImportedList } from "@kalends/core";
import { siteOf } from "../merge/identity.ts";
import { createSeenRecords, type SeenRecord } from "../merge/seen-records.ts";
import { readOr } from "../records/source-record.ts";
import type { FoundRecord, Portion, Source } from "../source/source.ts";

/** What a source has shown. */
export interface SeenSource {
  /** The source that is watched. */
  watch(source: Source): Source;
  /** Whether a record of this list with this id has been shown, also as the series of an occurrence. */
  isSeen(list: ImportedList, sourceId: number): boolean;
  /** The site that most of its events, venues and organizers say they are from; `""`: it has shown none. */
  site(): string;
}

const SEEN: SeenRecord = { state: "taken", content: 0, start: 0 };
const EMBEDDED = [
  ["venues", "venue"],
  ["organizers", "organizer"],
] as const;

/**
 * Remembers the ids that a source shows, by a few bytes each. `isStopping` ends a list after a portion, and what is announced: then less has been
 * shown than there is. Source: rules/choices.md#follow.
 */
export const createSeenSource = (isStopping: () => boolean): SeenSource => {
  const seen = createSeenRecords();
  const sites = new Map<string, number>();
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
  async function* read(source: Source, list: ImportedList): AsyncGenerator<Portion, void, undefined> {
    if (isStopping()) return;
    for await (const portion of source.read(list)) {
      for (const found of portion.records) note(list, found, source.site);
      yield portion;
      if (isStopping()) return;
    }
  }
  return {
    watch: (source) => ({
      ...source,
      read: (list) => read(source, list),
      announced: (list) => (isStopping() ? undefined : source.announced?.(list)),
    }),
    site: () => [...sites].reduce((one, other) => (other[1] > one[1] ? other : one), ["", 0] as const)[0],
    isSeen: (list, id) => seen.find(`${list} ${id}`) !== undefined,
  };
};
