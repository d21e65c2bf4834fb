import type { ImportedList } from "@kalends/core";
import { createPostStatuses } from "@kalends/core/interface";
import type { Store, StoreWithAccounts } from "@kalends/core/storage";
import { createHtmlCleaner } from "@kalends/html";
import {
  createImportReport,
  createSourceRecord,
  type FoundRecord,
  type ImportCounts,
  type ImportDeps,
  openAuthors,
  type Portion,
  type ReportEntry,
  runImport,
  type Source,
} from "@kalends/import";

/** Members of a record as a source returns them. */
export type Shown = Readonly<Record<string, unknown>>;

/** Record of a source, with additional data that some sources provide. */
interface GivenRecord extends Omit<FoundRecord, "record" | "place"> {
  readonly shown: Shown;
}

export type Given = Shown | GivenRecord;

/** Records of a source, by list. */
export type Site = Partial<Readonly<Record<ImportedList, readonly Given[]>>>;

export const NOW: number = Date.parse("2031-01-01T00:00:00Z");

const POST = {
  author: "0",
  status: "publish",
  date: "2030-01-01 10:00:00",
  date_utc: "2030-01-01 10:00:00",
  modified: "2030-01-01 10:00:00",
  modified_utc: "2030-01-01 10:00:00",
};

const named = (list: string, id: number): Shown => ({
  id,
  global_id: `old.example?id=${id}`,
  global_id_lineage: [`old.example?id=${id}`],
  url: `https://old.example/${list}/${list}-${id}/`,
  slug: `${list}-${id}`,
});

/** Returns a venue in the form in which The Events Calendar returns it. */
export const shownVenue = (id: number, more: Shown = {}): Shown => ({
  ...POST,
  ...named("venue", id),
  venue: `Hall ${id}`,
  ...more,
});

export const shownEvent = (id: number, more: Shown = {}): Shown => ({
  ...POST,
  ...named("event", id),
  title: `Concert ${id}`,
  timezone: "UTC",
  start_date: "2031-05-01 18:00:00",
  end_date: "2031-05-01 20:00:00",
  utc_start_date: "2031-05-01 18:00:00",
  utc_end_date: "2031-05-01 20:00:00",
  ...more,
});

export const shownCategory = (id: number, more: Shown = {}): Shown => ({
  id,
  name: `Kind ${id}`,
  slug: `kind-${id}`,
  description: "",
  parent: 0,
  urls: { self: `https://old.example/wp-json/tribe/events/v1/categories/${id}` },
  ...more,
});

/** Creates a source with these records. Each list is read as one batch. */
export const sourceOf = (site: Site, more: Partial<Source> = {}): Source => ({
  site: "old.example",
  async *read(list) {
    yield portionOf(list, site[list] ?? []);
  },
  ...more,
});

/** Creates a batch. The place of each record consists of its list and its index. */
export const portionOf = (list: ImportedList, given: readonly Given[]): Portion => ({
  records: given.map((one, index) => toFound(one, `${list} ${index}`)),
});

const toFound = (given: Given, place: string): FoundRecord => {
  if (!isGivenRecord(given)) return { record: createSourceRecord(given), place };
  const { shown, ...more } = given;
  return { ...more, record: createSourceRecord(shown), place };
};

const isGivenRecord = (given: Given): given is GivenRecord =>
  typeof given.shown === "object" && given.shown !== null;

export interface Imported {
  readonly entries: readonly ReportEntry[];
  /** Result for each record in the order of the import, such as `events 5: added`. */
  readonly outcomes: readonly string[];
  readonly lines: readonly string[];
  readonly counts: ImportCounts;
}

/** Runs an import. `from` is a source, or the records of a source. */
export const importInto = async (
  store: Store | StoreWithAccounts,
  from: Source | Site,
  options: Partial<ImportDeps> & { readonly dryRun?: boolean } = {},
): Promise<Imported> => {
  const source = isSource(from) ? from : sourceOf(from);
  const entries: ReportEntry[] = [];
  const lines: string[] = [];
  const report = createImportReport({
    warn: (line) => lines.push(line),
    onEntry: (entry) => void entries.push(entry),
  });
  const { dryRun = false, ...deps } = options;
  await runImport(
    source,
    {
      store,
      htmlCleaner: createHtmlCleaner(),
      clock: { now: () => NOW },
      site: { dayCutoff: "00:00", recurrenceHorizon: 60, timezone: "UTC" },
      authors: await openAuthors({ store, dryRun, accounts: undefined, note: report.note }),
      statuses: createPostStatuses().names,
      ...deps,
    },
    { dryRun },
    report,
  );
  const outcomes = entries.map(({ list, sourceId, outcome }) => `${list} ${sourceId ?? "?"}: ${outcome}`);
  return { entries, outcomes, lines, counts: report.counts() };
};

const isSource = (from: Source | Site): from is Source => "read" in from;

/** Returns all stored data as JSON. Tests compare it to check that a dry run changes nothing. */
export const contentsOf = async (store: Store): Promise<string> => {
  const kept: unknown[] = [await store.ids.last("record"), await store.ids.last("term")];
  for (const list of [store.events, store.venues, store.organizers, store.terms, store.images])
    kept.push(await list.readAfter(0, 1000));
  kept.push(await store.documents.readAfter("", "", 1000));
  return JSON.stringify(kept);
};
