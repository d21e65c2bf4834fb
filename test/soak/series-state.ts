import { type CalendarEvent, isSeries, utcText, type WallClock } from "@kalends/core";
import { addMonths, instancesOf } from "@kalends/core/interface";
import type { EventRepository } from "@kalends/core/storage";

/** All series of a store with their stored occurrences, including those in the trash. */
export type SeriesState = ReadonlyMap<
  number,
  { readonly series: CalendarEvent; readonly rows: readonly CalendarEvent[] }
>;

const FIRST = "0000-00-00 00:00:00";

export const recurrenceIdOf = ({ id, occurrence }: CalendarEvent): WallClock => {
  if (occurrence === undefined) throw new Error(`The event ${id} is no occurrence`);
  return occurrence.recurrenceId;
};

export const readSeries = async (
  events: Pick<EventRepository, "readAfter" | "occurrencesOf">,
): Promise<SeriesState> => {
  const all = (await events.readAfter(0, 1000)).filter((event) => isSeries(event));
  const entries: [number, { series: CalendarEvent; rows: readonly CalendarEvent[] }][] = [];
  for (const series of all)
    entries.push([series.id, { series, rows: await events.occurrencesOf(series.id, FIRST, 1000) }]);
  return new Map(entries);
};

/**
 * Checks the stored occurrences of each series. Each start up to the horizon must have exactly one
 * occurrence, and no others may exist. Returns the problems as sentences.
 */
export const mistakesIn = (state: SeriesState, now: number, months: number): readonly string[] => {
  const mistakes: string[] = [];
  const owners = new Map<number, number>();
  for (const [seriesId, { series, rows }] of state) {
    const { recurrence, schedule } = series;
    if (recurrence === undefined) continue;
    const until = addMonths(utcText(now), months);
    const wanted = [...instancesOf(recurrence, schedule, "00:00", { until })].map((one) => one.recurrenceId);
    const places = rows.map(recurrenceIdOf);
    if (new Set(places).size < places.length) mistakes.push(`series ${seriesId} has two rows for one start`);
    for (const start of wanted) {
      const row = rows.find((one) => recurrenceIdOf(one) === start);
      if (row === undefined) mistakes.push(`series ${seriesId} has no row for ${start}`);
      else if (row.occurrence?.gone === "unwanted") mistakes.push(`${row.id} at ${start} is not unwanted`);
    }
    for (const row of rows) {
      const other = owners.get(row.id);
      if (other !== undefined) mistakes.push(`${row.id} is of ${other} and of ${seriesId}`);
      owners.set(row.id, seriesId);
      if (!wanted.includes(recurrenceIdOf(row)) && row.occurrence?.gone === undefined)
        mistakes.push(`nothing wants ${row.id} at ${recurrenceIdOf(row)} of ${seriesId}`);
    }
  }
  return mistakes;
};
