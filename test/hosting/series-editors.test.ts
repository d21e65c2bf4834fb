import type { CalendarEvent } from "@kalends/core";
import type { Store } from "@kalends/core/storage";
import { expect } from "chai";
import { type As, type Calendar, createCalendar } from "kalends";
import { mistakesIn, readSeries } from "../soak/series-state.ts";
import { firstStore } from "../stores.ts";
import { CLOCK } from "./host-server.ts";

const ONE = { id: 1, roles: ["editor"] } as const;
const OTHER = { id: 2, roles: ["editor"] } as const;
const MONTHS = 24;
const WEEKLY = {
  title: "Choir",
  start_date: "2031-05-06 19:00:00",
  end_date: "2031-05-06 21:00:00",
  timezone: "Europe/Rome",
  recurrence: { rules: "FREQ=WEEKLY;COUNT=8" },
};

for (const { name, open } of firstStore) {
  describe(`editors of a series at once, on ${name}`, () => {
    let store: Store;
    let calendar: Calendar;
    let as: As;
    /** Ids of the occurrence and of its series in each received domain event. */
    let happened: unknown[] = [];
    before(async () => {
      store = await open();
      calendar = await createCalendar({
        storage: store,
        scheduler: false,
        clock: CLOCK,
        recurrenceHorizon: MONTHS,
        identity: () => undefined,
      });
      const note = ({ after }: { readonly after: CalendarEvent }): void =>
        void happened.push([after.id, after.occurrence?.seriesId]);
      calendar.events.on("event.updated", note);
      calendar.events.on("event.trashed", note);
      as = calendar.as;
    });
    after(async () => {
      await calendar.close();
      await store.close();
    });

    const create = async (): Promise<{ readonly id: number; readonly ids: readonly number[] }> => {
      const { event } = await as(ONE).events.create(WEEKLY);
      const { items } = await as(ONE).events.occurrences(event.id).list({ start_date: "2031-05-01" });
      return { id: event.id, ids: items.map((item) => item.event.id) };
    };
    const read = async (id: number | undefined): Promise<CalendarEvent> =>
      (await as(ONE).events.get(id ?? 0)).event;
    const expectWhole = async (): Promise<void> => {
      expect(mistakesIn(await readSeries(store.events), CLOCK.now(), MONTHS)).to.deep.equal([]);
    };

    it("lose nothing of the same occurrence, nor of different ones", async () => {
      const { id, ids } = await create();
      const [, second, third] = ids;
      await Promise.all([
        as(ONE).events.update(second ?? 0, { title: "Concert" }),
        as(OTHER).events.update(second ?? 0, { excerpt: "With guests" }),
        as(ONE).events.update(third ?? 0, { featured: true }),
        as(OTHER).events.update(id, { description: "For all" }),
        as(OTHER).events.occurrences(id).update("2031-05-27 19:00:00", { title: "Rehearsal" }),
      ]);
      expect(await read(second)).to.include({
        title: "Concert",
        excerpt: "With guests",
        description: "For all",
      });
      expect(await read(third)).to.include({ featured: true, title: "Choir" });
      expect(await read(ids[3])).to.include({ title: "Rehearsal", description: "For all" });
      await expectWhole();
    });

    it("lose nothing where one splits the series and the others change its occurrences", async () => {
      const { id, ids } = await create();
      const [, second, , fourth, fifth, sixth] = ids;
      const [split] = await Promise.all([
        as(ONE).events.update(fourth ?? 0, { scope: "following", title: "From now on" }),
        as(OTHER).events.update(second ?? 0, { excerpt: "Second" }),
        as(OTHER).events.update(fifth ?? 0, { excerpt: "Fifth" }),
        as(OTHER).events.remove(sixth ?? 0),
      ]);
      expect(await read(second)).to.include({ excerpt: "Second", title: "Choir" });
      expect(await read(fifth)).to.include({ excerpt: "Fifth", title: "From now on" });
      const rest = await as(ONE).events.occurrences(split.event.id).list({ start_date: "2031-05-01" });
      expect(rest.items.map(({ event }) => event.id)).to.deep.equal(
        ids.slice(3).filter((one) => one !== sixth),
      );
      expect((await as(ONE).events.occurrences(id).list({ start_date: "2031-05-01" })).total).to.equal(3);
      await expectWhole();
    });

    it("agree where both split the series", async () => {
      const { id, ids } = await create();
      await Promise.all([
        as(ONE).events.update(ids[2] ?? 0, { scope: "following", title: "A" }),
        as(OTHER).events.update(ids[5] ?? 0, { scope: "following", title: "B" }),
      ]);
      await expectWhole();
      const titles = await Promise.all(ids.map(async (one) => (await read(one)).title));
      expect(titles.slice(0, 5)).to.deep.equal(["Choir", "Choir", "A", "A", "A"]);
      expect(titles[7]).to.be.oneOf(["A", "B"]);
      expect(new Set(titles.slice(5)).size).to.equal(1);
      expect((await read(id)).title).to.equal("Choir");
    });

    it("are told of by both ids", async () => {
      const { id, ids } = await create();
      happened = [];
      await as(ONE).events.occurrences(id).update("2031-05-13 19:00:00", { title: "Concert" });
      await as(ONE).events.occurrences(id).remove("2031-05-20 19:00:00");
      // Listeners run after the response has been sent.
      await new Promise((resolve) => setImmediate(resolve));
      expect(happened).to.deep.equal([
        [ids[1], id],
        [ids[2], id],
      ]);
    });

    it("store nothing in a dry run", async () => {
      const { id, ids } = await create();
      const before = JSON.stringify([...(await readSeries(store.events))]);
      const last = await store.ids.last("record");
      happened = [];
      const split = await as(ONE).events.update(ids[3] ?? 0, { scope: "following", dry_run: true });
      expect(split.isDryRun).to.equal(true);
      expect(split.event.id).to.be.below(0);
      await as(ONE).events.remove(id, { dry_run: true });
      await as(ONE).events.create({ ...WEEKLY, dry_run: true, venue: { venue: "New" } });
      await as(ONE).events.occurrences(id).remove("2031-05-13 19:00:00", { dry_run: true, scope: "all" });
      expect(JSON.stringify([...(await readSeries(store.events))])).to.equal(before);
      expect(await store.ids.last("record")).to.equal(last);
      expect(happened).to.deep.equal([]);
    });
  });
}
