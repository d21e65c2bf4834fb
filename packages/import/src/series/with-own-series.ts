import { readOr, type SourceRecord } from "../records/source-record.ts";
import type { FoundRecord, Portion, Source } from "../source/source.ts";
import { createCache } from "./cache.ts";

/** Maximum number of series records in the cache. */
const CACHE_SIZE = 500;

/**
 * Returns a source whose occurrences refer to the record of their series. This requires a source with `find`
 * that returns series with their rules, such as a Kalends server. From other sources, occurrences stay single
 * events.
 * Source: rules/choices.md#import-series.
 */
export const withOwnSeries = (source: Source): Source => {
  const { find } = source;
  if (find === undefined) return source;
  const cache = createCache<FoundRecord | undefined>(CACHE_SIZE);
  const seriesOf = (id: number): Promise<FoundRecord | undefined> =>
    cache.get(id, async () => {
      const found = await find.call(source, "events", id);
      return found !== undefined && isSeries(found.record) ? found : undefined;
    });
  const withSeries = async (found: FoundRecord): Promise<FoundRecord> => {
    const [id, recurrenceId] = placeOf(found.record);
    const series = id === 0 || found.series !== undefined ? undefined : await seriesOf(id);
    return series === undefined ? found : { ...found, series: { found: series, recurrenceId } };
  };
  async function* read(): AsyncIterable<Portion> {
    for await (const portion of source.read("events")) {
      const records: FoundRecord[] = [];
      for (const found of portion.records) records.push(await withSeries(found));
      yield { ...portion, records };
    }
  }
  return { ...source, read: (list) => (list === "events" ? read() : source.read(list)) };
};

/**
 * Returns the source id of the series, and the start that its rule gives this occurrence. The id is 0 if the
 * record is no occurrence.
 */
const placeOf = (record: SourceRecord): readonly [id: number, recurrenceId: string] =>
  readOr([0, ""], () => {
    const place = record.object("recurrence");
    const id = place?.idOrZero("series_id") ?? 0;
    return id === 0 || place === undefined ? [0, ""] : [id, startOf(place.text("recurrence_id"))];
  });

/** Returns a start as date and time. For an all-day occurrence, the API shows only the date. */
const startOf = (text: string): string => (text.length === 10 ? `${text} 00:00:00` : text);

const isSeries = (record: SourceRecord): boolean =>
  readOr(false, () => {
    const recurrence = record.object("recurrence");
    return (
      recurrence !== undefined && recurrence.texts("rules").length + recurrence.texts("dates").length > 0
    );
  });
