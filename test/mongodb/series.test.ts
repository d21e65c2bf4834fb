import type { CalendarEvent, Repositories } from "@kalends/core";
import { OCCURRENCES_PER_WRITE, type StoreWithAccounts } from "@kalends/core/storage";
import { anOccurrence, aSeries, aTerm, EVERYTHING } from "@kalends/storage-contract";
import { expect } from "chai";
import { createGate } from "../stores/gate.ts";
import { openEmptyStore } from "./empty-stores.ts";
import { describeWithServer } from "./shared-server.ts";

const SERIES = 10;
const TERM = 900;
/** Number of daily occurrences, which are five years. */
const DAYS = 1826;

const dayOf = (number: number): string =>
  `${new Date(Date.UTC(2030, 0, 1 + number)).toISOString().slice(0, 10)} 10:00:00`;

const series: CalendarEvent = aSeries({ id: SERIES, title: "Harpsichord", description: "Hall" });

const saveAll = async (
  { events }: Repositories,
  of: CalendarEvent,
  occurrences: readonly CalendarEvent[],
): Promise<void> => {
  await events.save(of);
  for (let done = 0; done < occurrences.length; done += OCCURRENCES_PER_WRITE)
    await events.saveOccurrences(occurrences.slice(done, done + OCCURRENCES_PER_WRITE));
  await events.reconcileSeries(of.id);
};

describeWithServer("series of store-mongodb", () => {
  let store: StoreWithAccounts;
  beforeEach(async () => {
    store = await openEmptyStore();
  });
  afterEach(() => store.close());

  /**
   * Runs transactions so that each has begun before one of them commits. Returns the number of times that
   * each ran.
   */
  const overlapping = async (...units: readonly ((unit: Repositories) => Promise<unknown>)[]) => {
    const gates = units.map(() => createGate());
    let runs = 0;
    await Promise.all(
      units.map((work, index) =>
        store.transaction(async (unit) => {
          runs += 1;
          await unit.events.find(SERIES);
          gates[index]?.open();
          await Promise.all(gates.map(({ passed }) => passed));
          await work(unit);
        }),
      ),
    );
    return runs;
  };

  const saveWith =
    (id: number, changes: (found: CalendarEvent) => CalendarEvent) =>
    async ({ events }: Repositories): Promise<void> => {
      const found = await events.find(id);
      if (found !== undefined) await events.save(changes(found));
    };

  const saveTwoDays = (of: CalendarEvent, changes = {}): Promise<void> =>
    store.transaction((unit) =>
      saveAll(
        unit,
        of,
        [1, 2].map((day) => anOccurrence(of, { id: SERIES + day, start: dayOf(day), changes })),
      ),
    );

  it("let two that change different occurrences go on at once", async () => {
    await saveTwoDays(series);
    const rename = (id: number) =>
      saveWith(id, (found) => anOccurrence(series, { ...toFields(found), changes: { title: `Day ${id}` } }));
    expect(await overlapping(rename(11), rename(12))).to.equal(2);
    const found = await store.events.findMany([11, 12]);
    expect(found.map(({ title }) => title)).to.have.members(["Day 11", "Day 12"]);
  });

  it("count a term no more when it goes from the last two occurrences at once", async () => {
    await store.terms.save(aTerm({ id: TERM }));
    await saveTwoDays(series, { categoryIds: [TERM] });
    const usage = async () => (await store.terms.find("category", TERM))?.usage;
    expect(await usage()).to.deep.equal({ publish: 1 });
    const clear = (id: number) => async (unit: Repositories) => {
      await saveWith(id, (found) => anOccurrence(series, toFields(found)))(unit);
      await unit.events.reconcileSeries(SERIES);
    };
    expect(await overlapping(clear(11), clear(12))).to.be.above(2);
    expect((await usage())?.publish ?? 0).to.equal(0);
  });

  it("find an occurrence by what it keeps of the text of its series, when both change at once", async () => {
    await saveTwoDays(series);
    const withText = (unit: Repositories): Promise<unknown> =>
      saveWith(SERIES, (found) => ({ ...found, description: "Garden" }))(unit).then(async () => {
        const all = await unit.events.occurrencesOf(SERIES, "", 10);
        await unit.events.saveOccurrences(
          all.filter(({ occurrence }) => occurrence?.changes.title !== undefined),
        );
      });
    const rename = async (unit: Repositories): Promise<void> => {
      const [now, found] = [await unit.events.find(SERIES), await unit.events.find(11)];
      if (now && found)
        await unit.events.save(anOccurrence(now, { ...toFields(found), changes: { title: "Lute" } }));
    };
    await overlapping(withText, rename);
    const search = { all: ["lute", "garden"], none: [] };
    const { items } = await store.events.list({ ...EVERYTHING, search });
    expect(items.map(({ id }) => id)).to.deep.equal([11]);
  });

  it("are stored with five years of days in one unit, and of each the first is found", async () => {
    const days = Array.from({ length: DAYS }, (_, day) =>
      anOccurrence(series, { id: 1000 + day, start: dayOf(day), slug: `day-${day}` }),
    );
    const late = aSeries({ id: 11, title: "Lute" });
    await store.transaction(async (unit) => {
      await saveAll(unit, series, days);
      await saveAll(unit, late, [
        anOccurrence(late, { id: 21, start: dayOf(1500), slug: "later" }),
        anOccurrence(late, { id: 22, start: dayOf(1400), slug: "late" }),
      ]);
    });
    const all = await store.events.list(EVERYTHING);
    expect(all.total).to.equal(DAYS + 2);
    const firsts = await store.events.list({ ...EVERYTHING, firstOfSeries: true });
    expect(firsts.items.map(({ id }) => id)).to.deep.equal([1000, 22]);
    expect(firsts.total).to.equal(2);
  }).timeout(60_000);

  it("are hundreds behind one of many days, and of each the first is found, also by a search", async () => {
    const many = Array.from({ length: 520 }, (_, index) => aSeries({ id: 10_000 + index, title: "Flute" }));
    await store.transaction(async (unit) => {
      await saveAll(
        unit,
        series,
        Array.from({ length: 1100 }, (_, day) =>
          anOccurrence(series, { id: 1000 + day, start: dayOf(day), slug: `day-${day}` }),
        ),
      );
      for (const [index, each] of many.entries()) {
        await unit.events.save(each);
        await unit.events.saveOccurrences([
          anOccurrence(each, { id: 20_000 + index, start: dayOf(1300 + index), slug: `b-${index}` }),
          anOccurrence(each, { id: 30_000 + index, start: dayOf(1200 + index), slug: `a-${index}` }),
        ]);
      }
      const [first] = await unit.events.occurrencesOf(10_000, "", 1);
      if (first)
        await unit.events.save(
          anOccurrence(many[0] ?? series, { ...toFields(first), changes: { title: "Gong" } }),
        );
    });
    const firstsOf = async (...all: readonly string[]): Promise<readonly number[]> => {
      const search = all.length === 0 ? {} : { search: { all, none: [] } };
      const { items, total } = await store.events.list({
        ...EVERYTHING,
        ...search,
        perPage: 1000,
        firstOfSeries: true,
      });
      expect(total).to.equal(items.length);
      return items.map(({ id }) => id);
    };
    const ofMany = many.map((_, index) => 30_000 + index);
    expect(await firstsOf()).to.deep.equal([1000, ...ofMany]);
    // In one series, the first occurrence has another title and the second does not.
    expect(await firstsOf("flute")).to.deep.equal([...ofMany.slice(1, 100), 20_000, ...ofMany.slice(100)]);
    expect(await firstsOf("gong")).to.deep.equal([30_000]);
    expect(await firstsOf("harpsichord")).to.deep.equal([1000]);
  }).timeout(60_000);
});

const toFields = ({ id, slug, schedule }: CalendarEvent) => ({ id, slug, start: schedule.start });
