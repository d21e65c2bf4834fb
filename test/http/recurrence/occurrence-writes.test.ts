import { expect } from "chai";
import { stores } from "../../stores.ts";
import type { Answer, Body } from "../client.ts";
import { type StartedCalendar, startCalendar } from "../start-calendar.ts";

const WEEKLY = {
  title: "Choir",
  description: "Come and sing.",
  timezone: "Europe/Rome",
  start_date: "2031-05-06 19:00:00",
  end_date: "2031-05-06 21:00:00",
  recurrence: { rules: ["FREQ=WEEKLY;COUNT=6"] },
};
/** The starts of that, the first week first. */
const DAYS = ["05-06", "05-13", "05-20", "05-27", "06-03", "06-10"];

for (const store of stores) {
  describe(`writes on occurrences on ${store.name}`, () => {
    let calendar: StartedCalendar;
    before(async () => {
      calendar = await startCalendar(store);
    });
    after(() => calendar.close());

    const write = async (
      method: string,
      path: string,
      json: object = {},
      { as = "editor", status = 200 } = {},
    ): Promise<Answer> => {
      const answer = await calendar.send(method, path, { as, json });
      expect(answer.status, answer.text).to.equal(status);
      return answer;
    };
    const create = async (json: object = {}): Promise<number> =>
      (await write("POST", "/events", { ...WEEKLY, ...json }, { status: 201 })).body.id;
    const read = async (id: number): Promise<Body> => (await calendar.get(`/events/${id}`)).body;
    const occurrencesOf = async (id: number, query = ""): Promise<Body[]> => {
      const { body, text, status } = await calendar.get(
        `/events/${id}/occurrences?start_date=2031-01-01&end_date=2032-12-31&per_page=50${query}`,
      );
      expect(status, text).to.equal(200);
      return body.events;
    };
    const startsOf = async (id: number): Promise<string[]> =>
      (await occurrencesOf(id)).map(({ start_date }) => start_date.slice(5, 16));
    const idsOf = async (id: number): Promise<number[]> => (await occurrencesOf(id)).map((one) => one.id);
    /** The id of a week of a new series, and that of the series. */
    const week = async (
      number: number,
      json: object = {},
    ): Promise<readonly [id: number, series: number]> => {
      const series = await create(json);
      const ids = await idsOf(series);
      return [ids[number - 1] ?? 0, series];
    };

    describe("scope=this", () => {
      it("changes what is sent of one occurrence, and all else follows the series", async () => {
        const [id, series] = await week(2);
        const { body } = await write("PATCH", `/events/${id}`, { title: "Concert" });
        expect(body).to.deep.include({ id, title: "Concert" });
        expect(body.recurrence).to.include({ series_id: series, recurrence_id: "2031-05-13 19:00:00" });
        await write("PATCH", `/events/${series}`, { title: "Singers", description: "For all." });
        const [first, second] = await occurrencesOf(series);
        expect(first.title).to.equal("Singers");
        expect(second).to.include({ title: "Concert", description: "<p>For all.</p>" });
        // Equal to the series it follows again.
        await write("PATCH", `/events/${id}`, { title: "Singers" });
        await write("PATCH", `/events/${series}`, { title: "Voices" });
        expect((await read(id)).title).to.equal("Voices");
      });

      it("moves one occurrence, which the series does not take along until it is moved back", async () => {
        const [id, series] = await week(2);
        await write("PATCH", `/events/${id}`, {
          start_date: "2031-05-14 20:00:00",
          end_date: "2031-05-14 22:00:00",
        });
        expect(await startsOf(series)).to.include.members(["05-06 19:00", "05-14 20:00", "05-20 19:00"]);
        await write("PATCH", `/events/${series}`, {
          start_date: "2031-05-06 18:00:00",
          end_date: "2031-05-06 20:00:00",
        });
        expect(await read(id)).to.include({ start_date: "2031-05-14 20:00:00" });
        const { body } = await write("PATCH", `/events/${id}`, {
          start_date: "2031-05-13 18:00:00",
          end_date: "2031-05-13 20:00:00",
        });
        expect(body.recurrence.recurrence_id).to.equal("2031-05-13 18:00:00");
        await write("PATCH", `/events/${series}`, {
          start_date: "2031-05-06 17:00:00",
          end_date: "2031-05-06 19:00:00",
        });
        expect(await read(id)).to.include({ start_date: "2031-05-13 17:00:00" });
      });

      it("takes an occurrence as it was read", async () => {
        const [id, series] = await week(3);
        const shown = await read(id);
        const { body } = await write("PUT", `/events/${id}`, {
          ...shown,
          image: "",
          venue: "",
          organizer: "",
        });
        const { modified: _1, modified_utc: _2, json_ld: _3, ...rest } = shown;
        const { modified: _4, modified_utc: _5, ...now } = body;
        expect(now).to.deep.equal(rest);
        await write("PATCH", `/events/${series}`, { title: "Others" });
        expect((await read(id)).title).to.equal("Others");
      });

      it("refuses what only the series has", async () => {
        const [id] = await week(2);
        const before = await calendar.contents();
        for (const [name, value] of [
          ["author", calendar.users.get("author")],
          ["slug", "another"],
          ["date", "2031-01-01 10:00:00"],
          ["date_utc", "2031-01-01 10:00:00"],
          ["status", "draft"],
          ["recurrence", { rules: ["FREQ=DAILY;COUNT=6"] }],
        ] as const) {
          const { body } = await write("PATCH", `/events/${id}`, { [name]: value }, { status: 400 });
          expect(body.data.params, name).to.have.all.keys(name);
        }
        const all = { author: calendar.users.get("author"), slug: "x", status: "private" };
        const { body } = await write("PATCH", `/events/${id}`, all, { status: 400 });
        expect(body.data.params).to.have.all.keys("author", "slug", "status");
        const { body: scoped } = await write("PATCH", `/events/${id}`, { scope: "some" }, { status: 400 });
        expect(scoped.data.params).to.have.all.keys("scope");
        expect(await calendar.contents()).to.equal(before);
      });

      it("needs the right to edit the series", async () => {
        const [id] = await week(2);
        for (const scope of ["this", "following", "all"]) {
          await write("PATCH", `/events/${id}`, { title: "No", scope }, { as: "author", status: 403 });
          await write("DELETE", `/events/${id}`, { scope }, { as: "author", status: 403 });
        }
      });
    });

    describe("DELETE", () => {
      it("leaves one occurrence out until a status brings it back", async () => {
        const [id, series] = await week(2);
        expect((await write("DELETE", `/events/${id}`)).body.status).to.equal("trash");
        expect(await startsOf(series)).not.to.include("05-13 19:00");
        await write("DELETE", `/events/${id}`, {}, { status: 403 });
        expect((await calendar.get(`/events/${id}`)).status).to.equal(403);
        await write("PATCH", `/events/${series}`, { title: "Still" });
        expect(await startsOf(series)).to.have.lengthOf(5);
        await write("PATCH", `/events/${id}`, { status: "draft" }, { status: 400 });
        expect((await write("PATCH", `/events/${id}`, { status: "publish" })).body).to.include({
          id,
          status: "publish",
          title: "Still",
        });
        expect(await startsOf(series)).to.have.lengthOf(6);
      });

      it("ends the series before an occurrence, and tells what had changes", async () => {
        const [id, series] = await week(4);
        const ids = await idsOf(series);
        await write("PATCH", `/events/${ids[4]}`, { title: "Own" });
        const { body } = await write("DELETE", `/events/${id}`, { scope: "following" });
        expect(body).to.include({ id: series, status: "publish" });
        expect(body.recurrence.trashed).to.deep.equal([{ id: ids[4], recurrence_id: "2031-06-03 19:00:00" }]);
        expect(await idsOf(series)).to.deep.equal(ids.slice(0, 3));
        const { body: refused } = await write(
          "PATCH",
          `/events/${ids[4]}`,
          { status: "publish" },
          { status: 400 },
        );
        expect(refused.data.params).to.have.all.keys("status");
      });

      it("moves the series to the trash, also from its first occurrence on", async () => {
        for (const scope of ["all", "following"]) {
          const [id, series] = await week(scope === "all" ? 3 : 1);
          expect((await write("DELETE", `/events/${id}?scope=${scope}`)).body).to.include({
            id: series,
            status: "trash",
          });
          expect((await calendar.get(`/events/${id}`)).status).to.equal(403);
        }
      });
    });

    describe("scope=all", () => {
      it("changes the series, and shifts it by the difference", async () => {
        const [id, series] = await week(3, {
          recurrence: { rules: ["FREQ=WEEKLY;UNTIL=20310610"], dates: ["2031-06-11 19:00:00"], except: [] },
        });
        const ids = await idsOf(series);
        const { body } = await write("PATCH", `/events/${id}`, {
          scope: "all",
          title: "Later",
          start_date: "2031-05-21 20:30:00",
          end_date: "2031-05-21 22:00:00",
        });
        expect(body).to.include({
          id: series,
          title: "Later",
          start_date: "2031-05-07 20:30:00",
          end_date: "2031-05-07 22:00:00",
        });
        expect(await idsOf(series)).to.deep.equal(ids);
        expect(await startsOf(series)).to.deep.equal([
          "05-07 20:30",
          "05-14 20:30",
          "05-21 20:30",
          "05-28 20:30",
          "06-04 20:30",
          "06-11 20:30",
          "06-12 20:30",
        ]);
      });

      it("gives the occurrence what it was sent, and leaves the changes of others alone", async () => {
        const [id, series] = await week(2);
        const [, , third] = await idsOf(series);
        await write("PATCH", `/events/${id}`, { title: "Second", excerpt: "Own" });
        await write("PATCH", `/events/${third}`, { title: "Third" });
        await write("PATCH", `/events/${id}`, { title: "Everywhere", scope: "all" });
        const titles = (await occurrencesOf(series)).map(({ title }) => title);
        expect(titles.slice(0, 4)).to.deep.equal(["Everywhere", "Everywhere", "Third", "Everywhere"]);
        expect((await read(id)).excerpt).to.equal("<p>Own</p>");
      });

      it("takes an occurrence as it was read for no change but what differs", async () => {
        const [id, series] = await week(2);
        const before = await read(series);
        const shown = await read(id);
        const { body } = await write("PUT", `/events/${id}`, {
          ...shown,
          image: "",
          venue: "",
          organizer: "",
          featured: true,
          scope: "all",
        });
        expect(body).to.include({ id: series, slug: before.slug, featured: true });
        expect(body.start_date).to.equal(before.start_date);
        expect(body.recurrence).to.deep.equal(before.recurrence);
      });
    });

    describe("scope=following", () => {
      it("splits the series, and the occurrences keep their ids and what they have of their own", async () => {
        const [id, series] = await week(4);
        const ids = await idsOf(series);
        await write("PATCH", `/events/${ids[4]}`, { excerpt: "Own" });
        const { body } = await write("PATCH", `/events/${id}`, {
          scope: "following",
          title: "From now on",
          start_date: "2031-05-27 20:00:00",
          end_date: "2031-05-27 22:00:00",
        });
        expect(body.id).to.not.be.oneOf([series, ...ids]);
        expect(body).to.include({
          title: "From now on",
          start_date: "2031-05-27 20:00:00",
          slug: "from-now-on",
        });
        expect(body.recurrence.rules).to.deep.equal(["FREQ=WEEKLY;COUNT=3"]);
        expect((await read(series)).recurrence.rules).to.deep.equal(["FREQ=WEEKLY;COUNT=3"]);
        expect(await idsOf(series)).to.deep.equal(ids.slice(0, 3));
        expect(await idsOf(body.id)).to.deep.equal(ids.slice(3));
        expect(await startsOf(body.id)).to.deep.equal(["05-27 20:00", "06-03 20:00", "06-10 20:00"]);
        expect(await read(ids[4] ?? 0)).to.include({ excerpt: "<p>Own</p>", title: "From now on" });
        expect((await read(ids[5] ?? 0)).slug).to.equal("from-now-on-2031-06-10");
      });

      it("shares out dates and exceptions, and is all on the first occurrence", async () => {
        const [id, series] = await week(3, {
          recurrence: {
            rules: ["FREQ=WEEKLY;UNTIL=20310610"],
            dates: ["2031-05-08 19:00:00", "2031-06-05 19:00:00"],
            except: ["2031-05-13 19:00:00", "2031-05-27 19:00:00"],
          },
        });
        const { body } = await write("PATCH", `/events/${id}`, { scope: "following", featured: true });
        expect((await read(series)).recurrence).to.deep.include({
          dates: ["2031-05-08 19:00:00"],
          except: ["2031-05-13 19:00:00"],
        });
        expect(body.recurrence).to.deep.include({
          dates: ["2031-06-05 19:00:00"],
          except: ["2031-05-27 19:00:00"],
        });
        const [first] = await idsOf(series);
        const { body: whole } = await write("PATCH", `/events/${first}`, {
          scope: "following",
          sticky: true,
        });
        expect(whole).to.include({ id: series, sticky: true });
      });

      it("stores nothing in a dry run", async () => {
        const [id, series] = await week(4);
        const before = await calendar.contents();
        const json = { scope: "following", title: "Perhaps", dry_run: true };
        const { body } = await write("PATCH", `/events/${id}`, json);
        expect(body).to.include({ id: null, title: "Perhaps" });
        await write("DELETE", `/events/${id}`, { scope: "following", dry_run: true });
        await write("DELETE", `/events/${id}`, { dry_run: true });
        expect(await calendar.contents()).to.equal(before);
        expect(await startsOf(series)).to.have.lengthOf(DAYS.length);
      });
    });

    it("ignores scope on a series and on a single event", async () => {
      const series = await create();
      expect(
        (await write("PATCH", `/events/${series}`, { scope: "following", title: "A" })).body.id,
      ).to.equal(series);
      const { id } = (await write("POST", "/events", { ...WEEKLY, recurrence: null }, { status: 201 })).body;
      expect((await write("DELETE", `/events/${id}`, { scope: "all" })).body).to.include({
        id,
        status: "trash",
      });
    });
  });
}
