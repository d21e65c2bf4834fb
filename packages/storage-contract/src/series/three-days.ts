import type { CalendarEvent } from "@kalends/core";
import type { EventQuery, OccurrenceChanges, Store } from "@kalends/core/storage";
import { expect } from "chai";
import { anOccurrence, aSeries, EVERYTHING, type OccurrenceFields } from "../fixtures.ts";
import { idsOf } from "../opened.ts";

/** Id of the series in the suites that use this module. */
export const SERIES = 10;

export const day = (number: number): string => `2030-01-${String(number).padStart(2, "0")} 10:00:00`;

interface ThreeDays {
  readonly series: CalendarEvent;
  /** Stores a series with these occurrences and reconciles the series. */
  saveAll(of: CalendarEvent, ...fields: readonly OccurrenceFields[]): Promise<readonly CalendarEvent[]>;
  /**
   * Stores a series of three days with the occurrences 11 to 13. `changes` apply to the second occurrence.
   */
  saveThree(changes?: OccurrenceChanges, of?: CalendarEvent): Promise<readonly CalendarEvent[]>;
  listed(query?: Partial<EventQuery>): Promise<readonly number[]>;
  having(...all: readonly string[]): Promise<readonly number[]>;
}

export const createThreeDays = (store: () => Store): ThreeDays => {
  const series = aSeries({ id: SERIES, title: "Harpsichord", description: "Hall" });
  const listed: ThreeDays["listed"] = async (query = {}) => {
    const { items, total } = await store().events.list({ ...EVERYTHING, ...query });
    expect(total).to.equal(items.length);
    return idsOf(items);
  };
  const saveAll: ThreeDays["saveAll"] = async (of, ...fields) => {
    const occurrences = fields.map((each) => anOccurrence(of, each));
    expect(await store().events.save(of)).to.equal(true);
    expect(await store().events.saveOccurrences(occurrences)).to.deep.equal([]);
    await store().events.reconcileSeries(of.id);
    return occurrences;
  };
  return {
    series,
    saveAll,
    saveThree: (changes = {}, of = series) =>
      saveAll(of, { id: 11, start: day(1) }, { id: 12, start: day(2), changes }, { id: 13, start: day(3) }),
    listed,
    having: (...all) => listed({ search: { all, none: [] } }),
  };
};
