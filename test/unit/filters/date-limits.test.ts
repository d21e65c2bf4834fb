import { anEvent } from "@kalends/storage-contract";
import { expect } from "chai";
import { invalid, openCalendar, refusal, type TestCalendar } from "../events/calendar.ts";

describe("the further date filters", () => {
  let calendar: TestCalendar;
  beforeEach(async () => {
    calendar = await openCalendar({ site: { timezone: "America/New_York" } });
    for (const event of [
      anEvent({ id: 1, start: "2020-05-01 10:00:00", end: "2020-05-01 12:00:00" }),
      anEvent({ id: 2, start: "2031-05-01 10:00:00", end: "2031-05-02 10:00:00" }),
      anEvent({ id: 3, start: "2031-05-02 10:00:00", end: "2031-05-02 12:00:00" }),
      anEvent({ id: 4, start: "2040-05-03 10:00:00", end: "2040-05-03 12:00:00" }),
    ]) {
      await calendar.store.events.save(event);
    }
  });
  afterEach(() => calendar.store.close());

  const wholeDays: readonly (readonly [string, readonly number[]])[] = [
    ["starts_after", [3, 4]],
    ["starts_before", [1, 2]],
    ["ends_after", [2, 3, 4]],
    ["ends_before", [1]],
  ];
  for (const [name, ids] of wholeDays) {
    it(`${name} means the end of the day, without the default window`, async () => {
      expect(await calendar.ids({ [name]: "2031-05-01 08:00" })).to.deep.equal(ids);
      expect(await calendar.link({ [name]: "2031-05-01" })).to.equal(
        `status=publish&${name}=2031-05-01 23:59:59`,
      );
    });

    it(`${name} is refused when it is no date`, async () => {
      expect(await refusal(calendar.list({ [name]: "zzz" }))).to.deep.equal(
        invalid({ [name]: "not-a-date" }),
      );
    });
  }

  it("mean the end of a day that runs from cutoff to cutoff", async () => {
    const late = await openCalendar({ site: { dayCutoff: "10:00" } });
    for (const id of [1, 2]) {
      const start = id === 1 ? "2031-05-02 09:59:59" : "2031-05-02 10:00:00";
      await late.store.events.save(anEvent({ id, start, end: start }));
    }
    expect(await late.ids({ starts_after: "2031-05-01" })).to.deep.equal([2]);
    expect(await late.ids({ ends_before: "2031-05-01" })).to.deep.equal([]);
    expect(await late.ids({ ends_before: "2031-05-02" })).to.deep.equal([1, 2]);
    await late.store.close();
  });

  it("look at instants when the site's clock is shown", async () => {
    const site = await openCalendar({ site: { timezone: "America/New_York", displayZone: "site" } });
    const inTokyo = { start: "2031-05-01 09:00:00", utcStart: "2031-05-01 00:00:00", timezone: "Asia/Tokyo" };
    await site.store.events.save(
      anEvent({ id: 1, ...inTokyo, end: "2031-05-01 14:00:00", utcEnd: "2031-05-01 05:00:00" }),
    );
    expect(await site.ids({ starts_before: "2031-04-30" })).to.deep.equal([1]);
    expect(await site.ids({ starts_after: "2031-04-30" })).to.deep.equal([]);
    expect(await site.ids({ ends_after: "2031-04-30" })).to.deep.equal([1]);
    expect(await site.ids({ ends_before: "2031-04-30" })).to.deep.equal([]);
    await site.store.close();
  });

  it("combine with each other and with explicit dates", async () => {
    expect(await calendar.ids({ starts_after: "2031-04-30", ends_before: "2031-05-02" })).to.deep.equal([
      2, 3,
    ]);
    expect(await calendar.ids({ starts_after: "2031-04-30", end_date: "2031-05-01" })).to.deep.equal([2]);
    const query = { starts_before: "2031-05-01", start_date: "2031-01-01" };
    expect(await calendar.ids(query)).to.deep.equal([2]);
    expect(await calendar.link(query)).to.equal(
      "start_date=2031-01-01 00:00:00&status=publish&starts_before=2031-05-01 23:59:59",
    );
  });

  it("come in the order of the documentation in links", async () => {
    expect(await calendar.link({ starts_after: "2031-01-01", starts_before: "2031-12-01" })).to.equal(
      "status=publish&starts_before=2031-12-01 23:59:59&starts_after=2031-01-01 23:59:59",
    );
  });

  it("go unheard with include", async () => {
    expect(await calendar.ids({ include: "1,2", starts_after: "2031-06-01" })).to.deep.equal([1, 2]);
    expect(await calendar.link({ include: "1", starts_after: "2031-06-01" })).to.equal(
      "status=publish&include=1",
    );
  });

  describe("with strict_dates", () => {
    // 14:00 UTC is 10:00 in New York, the time zone of the local starts that are compared.
    it("take times to the second, read in UTC and shown on the site's clock", async () => {
      expect(await calendar.ids({ starts_after: "2031-05-01 14:00", strict_dates: "true" })).to.deep.equal([
        3, 4,
      ]);
      expect(await calendar.ids({ starts_after: "2031-05-01 13:59:59", strict_dates: "1" })).to.deep.equal([
        2, 3, 4,
      ]);
      expect(await calendar.ids({ ends_before: "2031-05-02 14:00", strict_dates: "yes" })).to.deep.equal([1]);
    });

    it("make start_date and end_date exact, both inclusive", async () => {
      const strict = { strict_dates: "TRUE", end_date: "2031-05-02T10:00:00-04:00" };
      expect(await calendar.ids({ start_date: "2031-05-01 14:00", ...strict })).to.deep.equal([2, 3]);
      expect(await calendar.ids({ start_date: "2031-05-01 14:00:01", ...strict })).to.deep.equal([3]);
    });

    it("leave the default window whole", async () => {
      expect(await calendar.ids({ strict_dates: "true" })).to.deep.equal([2, 3]);
    });

    it("carry links that mean the same list again", async () => {
      const query = { start_date: "2031-05-01T10:00:00-04:00", strict_dates: "true" };
      const links = await calendar.links(query);
      const again = Object.fromEntries(links);
      expect(again.start_date).to.equal("2031-05-01 14:00:00");
      expect(again.strict_dates).to.equal("true");
      expect(await calendar.ids(again)).to.deep.equal(await calendar.ids(query));
      expect(await calendar.links(again)).to.deep.equal(links);
    });

    it("look at instants when the site's clock is shown", async () => {
      const site = await openCalendar({ site: { timezone: "America/New_York", displayZone: "site" } });
      await site.store.events.save(
        anEvent({
          id: 1,
          start: "2031-05-01 09:00:00",
          utcStart: "2031-05-01 00:00:00",
          timezone: "Asia/Tokyo",
        }),
      );
      const from = (start_date: string) => site.ids({ start_date, strict_dates: "true" });
      expect(await from("2031-05-01 00:00:00")).to.deep.equal([1]);
      expect(await from("2031-05-01 00:00:01")).to.deep.equal([]);
      await site.store.close();
    });

    it("are off for other words and refused when empty", async () => {
      expect(await calendar.link({ start_date: "2031-05-01 14:00", strict_dates: "banana" })).to.contain(
        "start_date=2031-05-01 00:00:00",
      );
      for (const strict_dates of ["", "0"]) {
        expect(await refusal(calendar.list({ strict_dates }))).to.deep.equal(
          invalid({ strict_dates: "empty" }),
        );
      }
    });
  });
});
