import { readOr, type SourceRecord } from "../records/source-record.ts";
import type { FoundRecord, Portion, Source } from "../source/source.ts";
import { createCache } from "./cache.ts";

/** Series that are kept at hand. */
const AT_HAND = 500;

/**
 * The source, whose occurrences that name their series are shown with it, where the source can be asked for it and tells its rules: so do
 * servers of this calendar. All others stay events of their own. Source: rules/choices.md#import-series.
 */
export const withOwnSeries = (source: Source): Source => {
  const { find } = source;
  if (find === undefined) return source;
  const atHand = createCache<FoundRecord | undefined>(AT_HAND);
  const seriesOf = (id: number): Promise<FoundRecord | undefined> =>
    atHand.get(id, async () => {
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

/** Id of the series, and the original start; 0 for what is no occurrence. */
const placeOf = (record: SourceRecord): readonly [id: number, recurrenceId: string] =>
  readOr([0, ""], () => {
    const place = record.object("recurrence");
    const id = place?.idOrZero("series_id") ?? 0;
    return id === 0 || place === undefined ? [0, ""] : [id, startOf(place.text("recurrence_id"))];
  });

/** Of whole days the interface shows a date. */
const startOf = (text: string): string => (text.length === 10 ? `${text} 00:00:00` : text);

const isSeries = (record: SourceRecord): boolean =>
  readOr(false, () => {
    const recurrence = record.object("recurrence");
    return (
      recurrence !== undefined && recurrence.texts("rules").length + recurrence.texts("dates").length > 0
    );
  });
