import { createSlices, perform, type Slices } from "@kalends/core/interface";
import { computeIn, computing } from "@kalends/core/internals";
import type { Store } from "@kalends/core/storage";
import { expect } from "chai";
import { CAPACITIES } from "../../capacities.ts";
import { stores } from "../../stores.ts";
import { ADMIN } from "../actors.ts";
import { openCalendar, refusal, type TestCalendar } from "../events/calendar.ts";

/** Creates slices of one step each. */
const createSteps = (onPause: () => Promise<void>): Slices => {
  let time = 0;
  return createSlices({
    capacities: CAPACITIES,
    now() {
      time += 5;
      return time;
    },
    pause: onPause,
    sleep: async () => undefined,
  });
};

const DAILY = {
  title: "Jazz",
  start_date: "2030-05-06 19:00",
  end_date: "2030-05-06 21:00",
  timezone: "Europe/Rome",
  recurrence: { rules: ["FREQ=DAILY"] },
};

describe("dry runs in which nothing takes long to compute", () => {
  it("use up the work of their account", async () => {
    const calendar = await openCalendar({
      slices: createSlices({
        ...{
          capacities: CAPACITIES,
          now: () => 0,
          pause: async () => undefined,
          sleep: async () => undefined,
        },
      }),
    });
    try {
      const event = { title: "Fair", start_date: "2031-05-06 19:00", end_date: "2031-05-06 21:00" };
      const dryRun = () => calendar.createEvent({ ...event, dry_run: true }, ADMIN);
      let runs = 0;
      let refused: unknown;
      while (refused === undefined && runs < 10_000) {
        await dryRun().then(
          () => {
            runs += 1;
          },
          (error: unknown) => {
            refused = error;
          },
        );
      }
      expect(refused).to.include({ code: "rest_too_many_requests" });
      expect(runs).to.be.within(6_000, 6_500);
      expect(await calendar.createEvent(event, ADMIN)).to.be.an("object");
    } finally {
      await calendar.store.close();
    }
  }).timeout(60_000);
});

for (const { name, open } of stores) {
  describe(`series that take long to compute on ${name}`, () => {
    let calendar: TestCalendar;
    let isOpen = false;
    let pausesInside = 0;
    let pauses = 0;
    let onPause: (() => Promise<unknown>) | undefined;
    let [savedEvents, savedRows] = [0, 0];
    const watched = (store: Store): Store => ({
      ...store,
      transaction: (work) =>
        store.transaction(async (unit) => {
          isOpen = true;
          const { events } = unit;
          const noted: Pick<typeof events, "save" | "saveOccurrences"> = {
            save(event) {
              savedEvents += 1;
              return events.save(event);
            },
            saveOccurrences(occurrences) {
              savedRows += occurrences.length;
              return events.saveOccurrences(occurrences);
            },
          };
          try {
            return await work({ ...unit, events: { ...events, ...noted } });
          } finally {
            isOpen = false;
          }
        }),
    });
    const slices = createSteps(async () => {
      pauses += 1;
      if (isOpen) pausesInside += 1;
      const call = onPause;
      onPause = undefined;
      await call?.();
    });

    beforeEach(async () => {
      [pauses, pausesInside, onPause, savedEvents, savedRows] = [0, 0, undefined, 0, 0];
      calendar = await openCalendar({ open, wrap: watched, slices, site: { recurrenceHorizon: 24 } });
    });
    afterEach(() => calendar.store.close());

    const startsOf = async (id: number): Promise<readonly string[]> => {
      const starts: string[] = [];
      for (let from = ""; ; ) {
        const rows = await calendar.store.events.occurrencesOf(id, from, 100);
        for (const { occurrence } of rows)
          if (occurrence !== undefined && occurrence.gone === undefined && occurrence.recurrenceId > from)
            starts.push(occurrence.recurrenceId);
        if (rows.length < 100) return starts;
        from = rows.at(-1)?.occurrence?.recurrenceId ?? "";
      }
    };

    it("compute their starts before the transaction", async () => {
      const { event } = await calendar.create(DAILY);
      expect(pauses).to.be.greaterThan(20);
      const starts = await startsOf(event.id);
      expect(starts).to.have.length(1039);
      expect(starts.slice(0, 2)).to.deep.equal(["2030-05-06 19:00:00", "2030-05-07 19:00:00"]);
    });

    it("write in a dry run only the occurrence that the response shows", async () => {
      const { event, nextOccurrence: next } = await calendar.create({ ...DAILY, dry_run: true });
      expect(event.id).to.be.lessThan(0);
      expect(next?.occurrence?.recurrenceId).to.equal("2031-03-10 19:00:00");
      expect(savedRows).to.equal(2);
      const { nextOccurrence } = await calendar.create(DAILY);
      expect(nextOccurrence?.occurrence?.recurrenceId).to.equal("2031-03-10 19:00:00");
      expect(savedRows).to.equal(2 + 1039);
    });

    it("are not planned once nobody waits for them any more, but stored if that has begun", async () => {
      const { create } = calendar.operations.events;
      const isGone = () => true;
      for (const sent of [{ ...DAILY, dry_run: true }, DAILY]) {
        const abandoned = perform(create, sent, ADMIN, { isGone });
        expect(await refusal(abandoned)).to.deep.equal({ code: "rest_storage_unavailable" });
        expect([savedEvents, savedRows]).to.deep.equal([0, 0]);
      }
      const { event } = await perform(create, DAILY, ADMIN, { isGone: () => savedRows > 0 });
      expect(await startsOf(event.id)).to.have.length(1039);
    });

    it("wait for the store one at a time in dry runs", async () => {
      let [waiting, most] = [0, 0];
      const store: Store = {
        ...calendar.store,
        transaction: (work) => {
          waiting += 1;
          most = Math.max(most, waiting);
          return calendar.store.transaction((unit) => {
            waiting -= 1;
            return work(unit);
          });
        },
      };
      const dryRun = () =>
        computing(store, { slices, isDryRun: true, account: 1 }).transaction(async () => 1);
      await Promise.all(Array.from({ length: 20 }, dryRun));
      expect(most).to.equal(1);
    });

    it("plan anew where another write came before the transaction", async () => {
      const { event } = await calendar.create({ ...DAILY, recurrence: { rules: ["FREQ=DAILY;COUNT=3"] } });
      pauses = 0;
      onPause = async () => {
        await calendar.update(event.id, { end_date: "2030-05-06 22:00" });
      };
      await calendar.update(event.id, { recurrence: DAILY.recurrence });
      expect(pauses).to.be.greaterThan(20);
      const stored = await calendar.store.events.find(event.id);
      expect(stored?.schedule.end).to.equal("2030-05-06 22:00:00");
      expect(stored?.recurrence?.rules).to.deep.equal(["FREQ=DAILY"]);
      expect(await startsOf(event.id)).to.have.length(1039);
      const [first, second] = await calendar.store.events.occurrencesOf(event.id, "", 2);
      expect([first?.schedule.end, second?.schedule.end]).to.deep.equal([
        "2030-05-06 22:00:00",
        "2030-05-07 22:00:00",
      ]);
    });

    it("are split with computations outside, and keep their ids", async () => {
      const { event } = await calendar.create({ ...DAILY, recurrence: { rules: ["FREQ=DAILY;COUNT=900"] } });
      const [at] = await calendar.store.events.occurrencesOf(event.id, "2032-01-01 19:00:00", 1);
      const before = (await startsOf(event.id)).length;
      const { event: rest } = await calendar.update(at?.id ?? 0, { title: "Blues", scope: "following" });
      const [ended, begun] = [await startsOf(event.id), await startsOf(rest.id)];
      expect(ended.length + begun.length).to.equal(before);
      expect(begun[0]).to.equal("2032-01-01 19:00:00");
      expect((await calendar.store.events.occurrencesOf(rest.id, "", 1))[0]?.id).to.equal(at?.id);
    });

    it("are refused before the transaction where they cost too much", async () => {
      const rules = ["FREQ=YEARLY;BYYEARDAY=1,365;BYSETPOS=-1"];
      const costly = { ...DAILY, start_date: "0001-12-31 10:00", end_date: "0001-12-31 10:00" };
      const call = calendar.create({ ...costly, recurrence: { rules } }, ADMIN);
      expect(await refusal(call)).to.deep.equal({
        code: "rest_invalid_param",
        reasons: { recurrence: "rule-too-costly" },
      });
      expect(pausesInside).to.equal(0);
    });

    it("run again with what was computed, and end where each run asks for something else", async () => {
      let runs = 0;
      const long = function* () {
        for (let step = 0; step < 20; step += 1) yield undefined;
        return runs;
      };
      const ask = (key: () => unknown) =>
        computing(calendar.store, { slices }).transaction(async (unit) => {
          runs += 1;
          return computeIn(unit)([key()], long);
        });
      expect([await ask(() => "same"), runs]).to.deep.equal([1, 2]);
      await ask(() => runs);
      expect(runs).to.equal(52);
    });
  });
}
