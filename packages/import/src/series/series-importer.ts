import {
  type CalendarEvent,
  type ImportedRecord,
  type ImportedRecords,
  type ImportMoment,
  importedRecords,
  isSeries,
  keptSeries,
  type Repositories,
  recurrenceLimits,
  saveImportedSeries,
  toRecurrenceId,
} from "@kalends/core";
import type { Store } from "@kalends/core/storage";
import type { OccurrencePlaceOf } from "../merge/apply-record.ts";
import { isDetached } from "../merge/content-digest.ts";
import { identityAt, identityOf } from "../merge/identity.ts";
import { type RecordStorage, storageOf } from "../merge/record-storage.ts";
import { readOr } from "../records/source-record.ts";
import type { FoundRecord, Source } from "../source/source.ts";
import { readRecurrence } from "./recurrence-member.ts";
import { withOwnSeries } from "./with-own-series.ts";
import { type KnownEvent, withFoundSeries } from "./with-series.ts";

/**
 * True if the import recognized the series from its occurrences, so that the source has no record of the
 * series.
 */
const isRecognized = ({ key }: FoundRecord): boolean => key !== undefined;

/**
 * Converts an event and its recurrence to a series record for storage. Throws a `SourceProblem` for a
 * recurrence that is invalid or exceeds the local limits.
 */
export const toSeries = async (
  event: CalendarEvent,
  found: FoundRecord,
  known: ImportedRecord | undefined,
  store: Store,
  moment: ImportMoment,
): Promise<CalendarEvent> => {
  const recurrence = readRecurrence(found.record, event.schedule, recurrenceLimits(moment.now, moment.site));
  if (recurrence === undefined) return event;
  // The global ids come from one occurrence and do not identify the series.
  const series = { ...event, recurrence, ...(isRecognized(found) && { lineage: [] }) };
  if (known === undefined || !isRecognized(found)) return series;
  return { ...(await keptSeries(store, { ...series, id: known.id }, moment)), id: series.id };
};

/** Returns a storage that saves an event record as a series. */
export const storageOfSeries = (
  repositories: Repositories,
  found: FoundRecord,
  moment: ImportMoment,
): RecordStorage<CalendarEvent> => ({
  ...storageOf("events", repositories),
  async ownId(id) {
    if (found.idAbove !== undefined) await repositories.ids.reserve("record", found.idAbove);
    return storageOf("events", repositories).ownId(id);
  },
  async save(series) {
    const before = await repositories.events.find(series.id);
    return saveImportedSeries(repositories, series, {
      before,
      followsSource: !isRecognized(found),
      ...moment,
    });
  },
});

export interface SeriesImporterOptions {
  readonly store: Store;
  readonly site: string;
  readonly dryRun: boolean;
  /** Imports the record of a series. */
  importRecord(found: FoundRecord): Promise<void>;
}

/** Imports the series of occurrences and tracks them during one run. */
export interface SeriesImporter {
  /**
   * Imports the series of an event and returns the position of the event in that series. Returns `undefined`
   * if the event is single at the source or here, or if its series cannot be stored.
   */
  placeOf(found: FoundRecord, identity: string): Promise<OccurrencePlaceOf | undefined>;
  isPending(seriesId: number): boolean;
  /** Returns the number of series that this run imported, or in a dry run would import. */
  count(): number;
}

export const createSeriesImporter = ({
  store,
  site,
  dryRun,
  importRecord,
}: SeriesImporterOptions): SeriesImporter => {
  const memory = importedRecords(store.documents);
  /** Local id of each series, by identity. 0 means that the series is not stored. */
  const ids = new Map<string, number>();
  const pending = new Set<number>();

  const importSeries = async (found: FoundRecord): Promise<number> => {
    const identity = identityOf("events", found, site);
    const knownId = ids.get(identity);
    if (knownId !== undefined) return knownId;
    await importRecord(found);
    const known = await memory.find("events", identity);
    const series = known && (await store.events.find(known.id));
    // A detached series stays the series of its occurrences, so that these are not added as single events.
    const isUsable =
      series !== undefined && (isDetached(series) || (isSeries(series) && series.status !== "trash"));
    const id = isUsable ? series.id : 0;
    ids.set(identity, id);
    if (id !== 0 && !isRecognized(found)) pending.add(id);
    return id;
  };

  return {
    async placeOf({ record, series }, identity) {
      if (series === undefined) return undefined;
      const known = await memory.find("events", identity);
      const ours = known && (await store.events.find(known.id));
      if (known !== undefined && ours?.occurrence === undefined) return undefined;
      const seriesId = await importSeries(series.found);
      if (seriesId === 0 && !dryRun) return undefined;
      const stored = await store.events.find(seriesId);
      const recurrenceId = stored
        ? (toRecurrenceId(series.recurrenceId, stored.schedule) ?? record.text("start_date"))
        : series.recurrenceId;
      return { seriesId, recurrenceId };
    },
    isPending: (id) => pending.has(id),
    count: () => [...ids.values()].filter((id) => id !== 0 || dryRun).length,
  };
};

/**
 * Returns a source whose occurrences refer to their series. With `find`, series are also recognized among
 * similar single events.
 * Source: rules/choices.md#import-series.
 */
export const withSeries = (
  source: Source,
  { store, find }: { readonly store: Store; readonly find: boolean },
): Source => {
  const named = withOwnSeries(source);
  return find ? withFoundSeries(named, { known: createKnownEvents(store, source.site) }) : named;
};

/** Returns the function `known` of `FindSeriesOptions`, which looks up events in the local store. */
const createKnownEvents = (store: Store, site: string): ((found: FoundRecord) => Promise<KnownEvent>) => {
  const memory = importedRecords(store.documents);
  return async (found) => {
    const known = await findKnown(memory, found, site);
    if (known === undefined) return undefined;
    const { occurrence } = (await store.events.find(known.id)) ?? {};
    if (occurrence === undefined) return "single";
    const [series] = await memory.findById("events", occurrence.seriesId);
    const seriesKey = /#(series-.*)/s.exec(series?.identity ?? "")?.[1];
    return seriesKey === undefined ? "single" : { seriesKey };
  };
};

const findKnown = async (
  memory: ImportedRecords,
  found: FoundRecord,
  site: string,
): Promise<ImportedRecord | undefined> => {
  const identity = readOr("", () => identityOf("events", found, site));
  const start = readOr("", () => found.record.text("start_date"));
  const known = identity === "" ? undefined : await memory.find("events", identity);
  // Several events may share an id; their starts distinguish them.
  return known === undefined || known.start === start
    ? known
    : ((await memory.find("events", identityAt(identity, start))) ?? known);
};
