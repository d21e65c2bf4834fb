import { type CalendarEvent, isCalendarError, type Repositories } from "@kalends/core";
import { expect } from "chai";
import { boundOccurrences } from "kalends/internals";

describe("boundOccurrences", () => {
  const written: number[] = [];
  // Only the number of occurrences matters here.
  const rows = (count: number): readonly CalendarEvent[] => Array<CalendarEvent>(count);
  const unbounded = {
    events: {
      async saveOccurrences(occurrences: readonly CalendarEvent[]) {
        written.push(occurrences.length);
        return [7];
      },
      occurrencesOf: async (_series: number, _from: string, limit: number) => rows(limit),
    },
  } as unknown as Repositories;
  const refusalOf = async (work: Promise<unknown>): Promise<unknown> => {
    try {
      return await work;
    } catch (error) {
      if (!isCalendarError(error)) throw error;
      return [error.code, error.details.problems?.path?.values];
    }
  };

  it("lets as many through as a unit may read and write, and refuses what goes beyond before it is written", async () => {
    const { events } = boundOccurrences(unbounded, { read: 10, written: 4 });
    expect(await events.saveOccurrences(rows(3))).to.deep.equal([7]);
    expect(await events.occurrencesOf(1, "", 10)).to.have.length(10);
    expect(await refusalOf(events.saveOccurrences(rows(2)))).to.deep.equal([
      "rest_invalid_param",
      { maximum: 4 },
    ]);
    expect(await refusalOf(events.occurrencesOf(1, "", 1))).to.deep.equal([
      "rest_invalid_param",
      { maximum: 10 },
    ]);
    expect(written).to.deep.equal([3]);
    const next = boundOccurrences(unbounded, { read: 10, written: 4 });
    expect(await next.events.saveOccurrences(rows(4))).to.deep.equal([7]);
  });
});
