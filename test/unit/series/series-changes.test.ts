import { type CalendarEvent, isCalendarError, utcText } from "@kalends/core";
import { createExtendHorizon, instancesOf } from "@kalends/core/interface";
import { seedsOf } from "@kalends/storage-contract";
import { expect } from "chai";
import fc from "fast-check";
import { NOW, openCalendar, type TestCalendar } from "../events/calendar.ts";

const MONTH = 31 * 24 * 3_600_000;
const SITE = { dayCutoff: "00:00", recurrenceHorizon: 60 };

const rules = fc.constantFrom(
  ["FREQ=WEEKLY;COUNT=5"],
  ["FREQ=DAILY;COUNT=4"],
  ["FREQ=DAILY;BYHOUR=8,19,20;COUNT=7"],
  ["FREQ=MONTHLY"],
  ["FREQ=WEEKLY;COUNT=3", "FREQ=DAILY;INTERVAL=3;COUNT=3"],
  [],
);
const dates = fc.subarray(["2031-05-08 08:00:00", "2031-05-08 19:00:00", "2031-06-01 20:00:00"]);
const except = fc.subarray(["2031-05-07 19:00:00", "2031-05-08 19:00:00", "2031-05-13 19:00:00"]);

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ recurrence: fc.record({ rules, dates, except }) }) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom("05", "06", "07"), fc.constantFrom("08", "19", "20"))
      .map(([day, hour]) => ({
        start_date: `2031-05-${day} ${hour}:00`,
        end_date: `2031-05-${day} ${hour}:30`,
      })),
  },
  { weight: 1, arbitrary: fc.constantFrom("Europe/Rome", "UTC").map((timezone) => ({ timezone })) },
  { weight: 1, arbitrary: fc.constantFrom("trash", "publish", "draft").map((status) => ({ status })) },
  { weight: 1, arbitrary: fc.constantFrom("jazz", "blues").map((slug) => ({ slug })) },
  { weight: 1, arbitrary: fc.boolean().map((all_day) => ({ all_day })) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 3 }).map((months) => ({ months })) },
);

describe("series that are changed at random", () => {
  const allOf = (calendar: TestCalendar, id: number): Promise<readonly CalendarEvent[]> =>
    calendar.store.events.occurrencesOf(id, "0000-00-00 00:00:00", 1000);

  /**
   * Checks that the stored occurrences are exactly those of the recurrence, each with its time, and that
   * lists contain them.
   */
  const expectWhole = async (calendar: TestCalendar, id: number, now: number): Promise<void> => {
    const series = await calendar.store.events.find(id);
    if (series === undefined) throw new Error("The series is gone.");
    const rows = await allOf(calendar, id);
    const horizon = new Date(now);
    horizon.setUTCMonth(horizon.getUTCMonth() + SITE.recurrenceHorizon);
    const until = utcText(horizon.getTime());
    const { recurrence, schedule, status } = series;
    const wanted =
      recurrence === undefined ? [] : [...instancesOf(recurrence, schedule, SITE.dayCutoff, { until })];
    const there = rows.filter(({ occurrence }) => occurrence?.gone === undefined);
    expect(there.map((row) => [row.occurrence?.recurrenceId, row.schedule])).to.deep.equal(
      wanted.map((one) => [one.recurrenceId, one.schedule]),
    );
    expect(new Set(there.map((row) => row.status))).to.deep.equal(new Set(there.length > 0 ? [status] : []));
    expect(new Set(rows.map((row) => row.id)).size).to.equal(rows.length);
    expect(new Set(rows.map((row) => row.occurrence?.recurrenceId)).size).to.equal(rows.length);
    const { total } = await calendar.store.events.list({
      visible: { statuses: [status] },
      clock: "local",
      page: 1,
      perPage: 1,
      order: "start",
      seriesIds: [id],
    });
    expect(total).to.equal(there.length + (status === "trash" ? rows.length - there.length : 0));
    if (status !== "publish") return;
    const slugs = there.map((row) => row.slug);
    expect(new Set(slugs).size).to.equal(slugs.length);
    expect(slugs.filter((slug) => !slug.startsWith(`${series.slug}-20`))).to.deep.equal([]);
  };

  for (const seed of seedsOf(18)) {
    it(`have just the occurrences they should have, and lose no id (seed ${seed})`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
          const calendar = await openCalendar();
          try {
            let now = NOW;
            const { event } = await calendar.create({
              title: "Jazz",
              start_date: "2031-05-06 19:00",
              end_date: "2031-05-06 19:30",
              recurrence: { rules: ["FREQ=WEEKLY;COUNT=4"] },
            });
            let ids: readonly number[] = [];
            for (const change of steps) {
              if ("months" in change) {
                now += change.months * MONTH;
                calendar.setNow(now);
              } else {
                const refused = await calendar.update(event.id, change).then(
                  () => undefined,
                  (error: unknown) => error,
                );
                if (refused !== undefined && !isCalendarError(refused)) throw refused;
              }
              await createExtendHorizon({
                store: calendar.store,
                clock: { now: () => now },
                site: SITE,
                logger: { debug() {}, info() {}, warn() {}, error: (text) => expect.fail(text) },
              })();
              await expectWhole(calendar, event.id, now);
              const known = (await allOf(calendar, event.id)).map(({ id }) => id);
              expect(known).to.include.members([...ids]);
              ids = known;
            }
          } finally {
            await calendar.store.close();
          }
        }),
        { seed, numRuns: Number(process.env.ROUNDS ?? 12) },
      );
    });
  }
});
