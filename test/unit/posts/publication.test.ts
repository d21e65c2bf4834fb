import type { Venue } from "@kalends/core";
import type { VenueView } from "@kalends/core/interface";
import { anEvent, anOrganizer, aVenue } from "@kalends/storage-contract";
import { expect } from "chai";
import { ADMIN, CONTRIBUTOR } from "../actors.ts";
import { type Calendar, call, callOn, openCalendar } from "./calendar.ts";

const FLOATING = "0000-00-00 00:00:00";

describe("publication dates", () => {
  let calendar: Calendar;
  beforeEach(async () => {
    calendar = await openCalendar();
  });
  afterEach(() => calendar.store.close());

  const create = async (values: object, actor = ADMIN): Promise<Venue> =>
    (await call<VenueView>(calendar.operations.venues.create, { venue: "Hall", ...values }, actor)).venue;
  const update = async (id: number, values: object, actor = ADMIN): Promise<Venue> =>
    (await callOn<VenueView>(calendar.operations.venues.update, { id }, { ...values }, actor)).venue;
  const dates = ({ status, date, dateUtc }: Venue): readonly string[] => [status, date, dateUtc];

  describe("on create", () => {
    // The time zone of the site is five hours behind UTC in winter and four hours in summer.
    const rows: readonly (readonly [string, object, readonly string[]])[] = [
      ["now when none is sent", {}, ["publish", "2030-01-01 07:00:00", "2030-01-01 12:00:00"]],
      [
        "date on the site's clock, with UTC from it",
        { date: "2029-07-01 10:00:00" },
        ["publish", "2029-07-01 10:00:00", "2029-07-01 14:00:00"],
      ],
      [
        "date_utc, with the site's clock from it",
        { date_utc: "2029-12-01 10:00:00" },
        ["publish", "2029-12-01 05:00:00", "2029-12-01 10:00:00"],
      ],
      [
        "both as they are sent, however they differ",
        { date: "2029-01-01 00:00:00", date_utc: "2029-06-01 00:00:00" },
        ["publish", "2029-01-01 00:00:00", "2029-06-01 00:00:00"],
      ],
      [
        "the site's clock for a Unix time",
        { date: "1885680000" },
        ["publish", "2029-10-02 20:00:00", "2029-10-03 00:00:00"],
      ],
      ["no instant for a draft", { status: "draft" }, ["draft", "2030-01-01 07:00:00", FLOATING]],
      ["no instant for a review", { status: "pending" }, ["pending", "2030-01-01 07:00:00", FLOATING]],
      [
        "no instant for a draft with a date",
        { status: "draft", date: "2031-01-01 10:00:00" },
        ["draft", "2031-01-01 10:00:00", FLOATING],
      ],
      [
        "the instant of a draft that brings one",
        { status: "draft", date_utc: "2031-01-01 10:00:00" },
        ["draft", "2031-01-01 05:00:00", "2031-01-01 10:00:00"],
      ],
      [
        "an instant for a private record",
        { status: "private" },
        ["private", "2030-01-01 07:00:00", "2030-01-01 12:00:00"],
      ],
      [
        "future from a minute ahead",
        { date_utc: "2030-01-01 12:01:00" },
        ["future", "2030-01-01 07:01:00", "2030-01-01 12:01:00"],
      ],
      [
        "publish up to a minute ahead",
        { date_utc: "2030-01-01 12:00:59" },
        ["publish", "2030-01-01 07:00:59", "2030-01-01 12:00:59"],
      ],
      [
        "publish for a future that is over",
        { status: "future" },
        ["publish", "2030-01-01 07:00:00", "2030-01-01 12:00:00"],
      ],
      [
        "future as asked for",
        { status: "future", date_utc: "2030-02-01 00:00:00" },
        ["future", "2030-01-31 19:00:00", "2030-02-01 00:00:00"],
      ],
      [
        "private however far ahead",
        { status: "private", date_utc: "2031-01-01 00:00:00" },
        ["private", "2030-12-31 19:00:00", "2031-01-01 00:00:00"],
      ],
    ];
    for (const [title, values, expected] of rows) {
      it(`are ${title}`, async () => {
        expect(dates(await create(values))).to.deep.equal(expected);
      });
    }

    it("are also the time of change", async () => {
      const { modified, modifiedUtc } = await create({ date: "2029-07-01 10:00:00" });
      expect([modified, modifiedUtc]).to.deep.equal(["2029-07-01 10:00:00", "2029-07-01 14:00:00"]);
    });

    it("leave a draft with the real time of change", async () => {
      const { modified, modifiedUtc } = await create({ status: "draft" });
      expect([modified, modifiedUtc]).to.deep.equal(["2030-01-01 07:00:00", "2030-01-01 12:00:00"]);
    });

    it("make no future of a contributor's wish", async () => {
      const { status } = await create({ status: "future", date_utc: "2031-01-01 00:00:00" }, CONTRIBUTOR);
      expect(status).to.equal("pending");
    });
  });

  describe("on update", () => {
    it("stay when none is sent, while the time of change moves", async () => {
      const { id } = await create({});
      calendar.setNow("2030-01-02T12:00:00Z");
      const venue = await update(id, { city: "Rome" });
      expect(dates(venue)).to.deep.equal(["publish", "2030-01-01 07:00:00", "2030-01-01 12:00:00"]);
      expect([venue.modified, venue.modifiedUtc]).to.deep.equal([
        "2030-01-02 07:00:00",
        "2030-01-02 12:00:00",
      ]);
    });

    it("derive the one that is not sent from the other", async () => {
      const { id } = await create({});
      expect(dates(await update(id, { date: "2029-07-01 10:00:00" })).slice(1)).to.deep.equal([
        "2029-07-01 10:00:00",
        "2029-07-01 14:00:00",
      ]);
      expect(dates(await update(id, { date_utc: "2029-12-01 10:00:00" })).slice(1)).to.deep.equal([
        "2029-12-01 05:00:00",
        "2029-12-01 10:00:00",
      ]);
    });

    it("stay floating while a draft stays a draft", async () => {
      const { id } = await create({ status: "draft" });
      calendar.setNow("2030-01-02T12:00:00Z");
      expect(dates(await update(id, { city: "Rome" }))).to.deep.equal([
        "draft",
        "2030-01-01 07:00:00",
        FLOATING,
      ]);
    });

    it("become now when a floating record is published without a date", async () => {
      const { id } = await create({ status: "draft" });
      calendar.setNow("2030-01-02T12:00:00Z");
      expect(dates(await update(id, { status: "publish" }))).to.deep.equal([
        "publish",
        "2030-01-02 07:00:00",
        "2030-01-02 12:00:00",
      ]);
    });

    it("stay when a published record becomes a draft", async () => {
      const { id } = await create({});
      expect(dates(await update(id, { status: "draft" }))).to.deep.equal([
        "draft",
        "2030-01-01 07:00:00",
        "2030-01-01 12:00:00",
      ]);
    });

    it("decide between publish and future anew", async () => {
      const { id } = await create({});
      expect((await update(id, { date_utc: "2030-03-01 00:00:00" })).status).to.equal("future");
      expect((await update(id, { date_utc: "2029-03-01 00:00:00" })).status).to.equal("publish");
    });
  });
});

describe("publishDue", () => {
  let calendar: Calendar;
  beforeEach(async () => {
    calendar = await openCalendar();
  });
  afterEach(() => calendar.store.close());

  const scheduled = { status: "future", dateUtc: "2030-01-01 12:00:00" } as const;

  it("publishes what is due, of all three kinds, and nothing else", async () => {
    const { store, publishDue } = calendar;
    await store.events.save(anEvent({ id: 1, ...scheduled }));
    await store.venues.save(aVenue({ id: 2, ...scheduled }));
    await store.organizers.save(anOrganizer({ id: 3, ...scheduled }));
    await store.venues.save(aVenue({ id: 4, ...scheduled, dateUtc: "2030-01-01 12:00:01" }));
    await store.venues.save(aVenue({ id: 5, ...scheduled, status: "draft" }));
    expect(await publishDue()).to.equal(3);
    expect((await store.events.find(1))?.status).to.equal("publish");
    expect((await store.venues.find(2))?.status).to.equal("publish");
    expect((await store.organizers.find(3))?.status).to.equal("publish");
    expect((await store.venues.find(4))?.status).to.equal("future");
    expect((await store.venues.find(5))?.status).to.equal("draft");
  });

  it("publishes once, also when asked twice at the same time", async () => {
    const { store, publishDue } = calendar;
    for (let id = 1; id <= 120; id += 1) await store.events.save(anEvent({ id, ...scheduled }));
    const counts = await Promise.all([publishDue(), publishDue()]);
    expect(counts[0] + counts[1]).to.equal(120);
    expect(await publishDue()).to.equal(0);
  });
});
