import { anEvent } from "@kalends/storage-contract";
import { openSqliteStore } from "@kalends/store-sqlite";
import { expect } from "chai";
import { type CalendarOptions, createCalendar } from "kalends";
import { NOW, type StartedCalendar, startCalendar } from "../http/start-calendar.ts";

/** Tests of settings whose effect can be seen only in a complete calendar. */
describe("settings of a calendar", () => {
  let calendar: StartedCalendar | undefined;
  afterEach(async () => {
    await calendar?.close();
    calendar = undefined;
  });

  const start = async (options: CalendarOptions): Promise<StartedCalendar> => {
    calendar = await startCalendar({ open: () => openSqliteStore(":memory:") }, options);
    return calendar;
  };

  it("serve as many records a page as the default says, and no more than the cap", async () => {
    const { store, get } = await start({ perPage: 200 });
    for (let id = 1; id <= 205; id += 1) await store.events.save(anEvent({ id, slug: `e-${id}` }));
    const list = async (query: string) =>
      (await get(`/events?start_date=2000-01-01&end_date=2100-01-01${query}`)).body;
    expect((await list("")).events).to.have.length(200);
    expect((await list("&per_page=5000")).events).to.have.length(200);
    expect(await list("&per_page=3")).to.include({ total: 205, total_pages: 69 });
  });

  const html = "<p>Hi</p><script>go()</script>";
  const texts = { description: html, excerpt: html };
  const cases = [
    { unfilteredHtml: [], as: "administrator", stored: "<p>Hi</p>" },
    { unfilteredHtml: ["administrator"], as: "administrator", stored: html },
    { unfilteredHtml: ["administrator"], as: "editor", stored: "<p>Hi</p>" },
    { unfilteredHtml: ["administrator", "editor"], as: "editor", stored: html },
  ] as const;
  for (const { unfilteredHtml, as, stored } of cases) {
    it(`let ${unfilteredHtml.join(" and ") || "nobody"} write any HTML, so ${as} stores ${stored}`, async () => {
      const { post, store } = await start({ unfilteredHtml });
      const times = { start_date: "2031-05-01", end_date: "2031-05-01" };
      const { body } = await post("/events", {
        as,
        json: { ...times, ...texts, title: "E", venue: { venue: "V", ...texts } },
      });
      const event = await store.events.find(body.id);
      const venue = await store.venues.find(body.venue.id);
      expect([event?.description, event?.excerpt, venue?.description]).to.deep.equal([
        stored,
        stored,
        stored,
      ]);
    });
  }

  for (const scheduler of [undefined, true, false]) {
    it(`publish by themselves unless told otherwise: ${scheduler}`, async () => {
      const store = await openSqliteStore(":memory:");
      await store.events.save(anEvent({ id: 1, status: "future", dateUtc: "2031-03-10 14:00:00" }));
      const statusNow = async () => (await store.events.find(1))?.status;
      const opened = await createCalendar({
        storage: store,
        clock: { now: () => NOW },
        ...(scheduler !== undefined && { scheduler }),
      });
      expect(await statusNow()).to.equal(scheduler === false ? "future" : "publish");
      expect(await opened.publishDue()).to.equal(scheduler === false ? 1 : 0);
      expect(await statusNow()).to.equal("publish");
      await opened.close();
      await store.close();
    });
  }
});
