import { expect } from "chai";
import { stores } from "../../stores.ts";
import { type StartedCalendar, startCalendar } from "../start-calendar.ts";
import { createChoir } from "./choir.ts";

for (const store of stores) {
  describe(`writes on series by their occurrences on ${store.name}`, () => {
    let calendar: StartedCalendar;
    before(async () => {
      calendar = await startCalendar(store);
    });
    after(() => calendar.close());

    const { write, read, occurrencesOf, startsOf, idsOf, week } = createChoir(() => calendar);

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

      it("gives the later ones no other length where it begins with a period", async () => {
        const period = "2031-05-20 19:00:00/2031-05-20 23:00:00";
        const [id] = await week(3, {
          recurrence: { rules: ["FREQ=WEEKLY;COUNT=4"], dates: [period], except: [] },
        });
        const { body } = await write("PATCH", `/events/${id}`, { scope: "following", title: "From here" });
        expect(body.recurrence.dates).to.deep.equal([period]);
        const [first, second] = await idsOf(body.id);
        expect((await read(first ?? 0)).end_date).to.equal("2031-05-20 23:00:00");
        expect((await read(second ?? 0)).end_date).to.equal("2031-05-27 21:00:00");
      });

      it("leaves a series that can still be ended", async () => {
        const [id, series] = await week(2, { recurrence: { dates: ["2031-05-10 19:00:00"] } });
        await write("PATCH", `/events/${id}`, { scope: "following", title: "Other" });
        const { recurrence } = await read(series);
        expect(recurrence.text).to.equal("On the first date");
        await write("PUT", `/events/${series}`, { recurrence });
        expect(await startsOf(series)).to.deep.equal(["05-06 19:00"]);
        await write("PATCH", `/events/${series}`, { recurrence: { rules: [], dates: [], except: [] } });
        expect((await read(series)).is_recurring).to.equal(false);
      });

      it("takes the later ones off the lists where it is to recur no more", async () => {
        const [id, series] = await week(2);
        const recurrence = { rules: [], dates: [], except: [] };
        const { body } = await write("PATCH", `/events/${id}`, { scope: "following", recurrence });
        expect(body.is_recurring).to.equal(false);
        const { body: listed } = await calendar.get(
          "/events?start_date=2031-05-12&end_date=2031-06-30&search=choir",
        );
        const ids = listed.events.map((event: { readonly id: number }) => event.id);
        expect(ids).to.include(body.id).and.not.include(id);
        expect(await startsOf(series)).to.deep.equal(["05-06 19:00"]);
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
        expect(await startsOf(series)).to.have.lengthOf(6);
      });
    });
  });
}
