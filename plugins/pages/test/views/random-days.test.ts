import { type EventView, utcText } from "@kalends/core/plugin";
import { expect } from "chai";
import { EDITOR, type StartedCalendar, startCalendar } from "../start-calendar.ts";

const SEED = Number(process.env.SEED ?? Math.trunc(Math.random() * 2 ** 31));

/**
 * Creates a pseudo-random generator of whole numbers from 0 (inclusive) to `bound` (exclusive). Only the seed
 * determines them.
 */
const createRandom = (seed: number): ((bound: number) => number) => {
  let state = seed >>> 0;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
};

const HOUR = 3_600_000;
const FIRST = Date.UTC(2031, 9, 20);
const DAYS = 8;
/** Durations in hours. The most important ones make events end exactly when a day begins. */
const LENGTHS = [0, 1, 2, 5, 24, 29, 48, 100] as const;
const EVENTS = 40;

const wall = (time: number): string => utcText(time);
const instant = (text: string): number => Date.parse(`${text.replace(" ", "T")}Z`);

/** Converts a UTC time to the clock of Rome, with the time zone data of the platform. */
const ofRome = (utc: string): string =>
  new Date(instant(utc)).toLocaleString("sv-SE", { timeZone: "Europe/Rome" });

/** True if an event takes place on the day that begins at `begin`. Computed from the times in the API. */
const isOn = ({ event: { schedule } }: EventView, begin: number, isSite: boolean): boolean => {
  const { start, end, utcStart, utcEnd, allDay } = schedule;
  const [from, until] = (isSite && !allDay ? [ofRome(utcStart), ofRome(utcEnd)] : [start, end]).map(
    instant,
  ) as [number, number];
  return from < begin + 24 * HOUR && (until > begin || (until === from && from >= begin));
};

for (const displayZone of ["event", "site"] as const)
  for (const dayCutoff of ["00:00", "05:00"])
    describe(`days of random events with the clock of the ${displayZone} and days from ${dayCutoff} (SEED=${SEED})`, () => {
      let started: StartedCalendar;
      before(async () => {
        started = await startCalendar(undefined, {}, { displayZone, dayCutoff });
        const random = createRandom(SEED);
        for (let number = 0; number < EVENTS; number += 1) {
          const start = FIRST + (random(DAYS * 24 + 48) - 48) * HOUR;
          const end = start + (LENGTHS[random(LENGTHS.length)] ?? 0) * HOUR;
          const timezone = ["Europe/Rome", "Asia/Kolkata", "America/New_York", "Pacific/Auckland"][random(4)];
          await started.calendar.as(EDITOR).events.create({
            title: `Number ${number}.`,
            start_date: wall(start),
            end_date: wall(end),
            all_day: random(5) === 0,
            ...(timezone !== undefined && { timezone }),
          });
        }
      });
      after(() => started.close());

      it("shows each on its days and on no others", async () => {
        const { items } = await started.calendar.as(EDITOR).events.list({
          start_date: "2031-01-01",
          per_page: 200,
        });
        expect(items).to.have.length(EVENTS);
        for (let day = FIRST; day < FIRST + DAYS * 24 * HOUR; day += 24 * HOUR) {
          const name = wall(day).slice(0, 10);
          const page = await started.page(`/events/day/${name}/`);
          const shown = [...page.matchAll(/>(Number \d+\.)</g)].map(([, title]) => title).toSorted();
          const begin = day + Number(dayCutoff.slice(0, 2)) * HOUR;
          const expected = items.filter((view) => isOn(view, begin, displayZone === "site"));
          expect(shown, name).to.deep.equal(expected.map(({ event }) => event.title).toSorted());
        }
      });
    });
