import { expect } from "chai";
import { stores } from "../../stores.ts";
import { type StartedCalendar, startCalendar } from "../start-calendar.ts";
import { createChoir, WEEKLY } from "./choir.ts";

for (const store of stores) {
  describe(`writes on occurrences on ${store.name}`, () => {
    let calendar: StartedCalendar;
    before(async () => {
      calendar = await startCalendar(store);
    });
    after(() => calendar.close());

    const { write, create, read, occurrencesOf, startsOf, idsOf, week } = createChoir(() => calendar);

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
        // If an occurrence gets the same value as its series, it follows later changes of the series again.
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
        await write("DELETE", `/events/${id}`, {}, { status: 410 });
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
