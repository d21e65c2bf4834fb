import { expect } from "chai";
import ICAL from "ical.js";
import { linesOf } from "../a-view.ts";
import { STORAGES, type StartedCalendar, startCalendar, type TestResponse } from "../start-calendar.ts";

const TIMES = { start_date: "2031-04-01 10:00:00", end_date: "2031-04-01 11:00:00" };
const EVENING = { start_date: "2031-05-06 19:00:00", end_date: "2031-05-06 21:00:00" };

const valuesOf = ({ text }: TestResponse, name: string): readonly string[] =>
  linesOf(text)
    .filter((line) => line.startsWith(`${name}:`) || line.startsWith(`${name};`))
    .map((line) => line.slice(line.indexOf(":") + 1));

for (const store of STORAGES)
  describe(`calendars on ${store}`, () => {
    let started: StartedCalendar;
    let series: number;
    let second: { readonly id: number };
    before(async () => {
      started = await startCalendar(store, {}, { name: "Town", color: "teal", refreshMinutes: 30 });
      const write = (json: object) => started.write("POST", "/events", json);
      const concert = await write({
        ...{ title: "Concert", ...EVENING, categories: ["Music"], tags: ["Quay"], cost: "$5" },
        description: "<p>Caf&eacute; &amp; <b>bar</b></p>",
        venue: { venue: "Mill", address: "1 Quay", city: "Genova", country: "Italy" },
        organizer: { organizer: "Ann", email: "ann@town.example" },
        recurrence: { rules: ["FREQ=WEEKLY;BYDAY=TU;UNTIL=20310630"], except: ["2031-05-20 19:00:00"] },
      });
      series = concert.id;
      const { body } = await started.get(`/events?series=${series}&per_page=5`);
      const [, changed, trashed, calledOff] = body.events;
      second = changed;
      await started.write("PATCH", `/events/${changed.id}`, {
        title: "Other concert",
        start_date: "2031-05-13 20:00",
      });
      await started.send("DELETE", `/events/${trashed.id}`, { as: "editor" });
      await started.write("PATCH", `/events/${calledOff.id}`, {
        event_status: "cancelled",
        status_reason: "Rain",
      });
      await write({ title: "Fair", ...TIMES, all_day: true, end_date: "2031-04-02", tags: ["Quay"] });
      await write({ title: "Draft", ...TIMES, status: "draft" });
      await write({ title: "Private", ...TIMES, status: "private" });
      await write({ title: "Hidden", ...TIMES, hide_from_listings: true });
      await write({ title: "At a secret place", ...TIMES, venue: { venue: "Secret", status: "draft" } });
      await write({ title: "Long ago", start_date: "1999-01-01 10:00", end_date: "1999-01-01 11:00" });
    });
    after(() => started.close());

    it("have all events that visitors may see, and are said to be kept for how long", async () => {
      const answer = await started.get("/events.ics");
      expect(answer.headers.get("content-type")).to.equal("text/calendar; charset=utf-8");
      expect(answer.headers.get("content-disposition")).to.equal('inline; filename="calendar.ics"');
      expect(valuesOf(answer, "SUMMARY")).to.deep.equal([
        ...["Concert", "Other concert", "Concert", "Fair", "At a secret place", "Long ago"],
      ]);
      expect(answer.text).not.to.match(/Secret/);
      expect(linesOf(answer.text)).to.include.members([
        ...["NAME:Town", "X-WR-CALNAME:Town", "COLOR:teal", "X-PUBLISHED-TTL:PT30M"],
        "REFRESH-INTERVAL;VALUE=DURATION:PT30M",
        `SOURCE;VALUE=URI:${started.origin}/wp-json/tribe/events/v1/events.ics`,
      ]);
      expect(ICAL.parse(answer.text)).to.be.an("array");
      const again = await started.get("/events.ics", {
        headers: { "if-none-match": answer.headers.get("etag") ?? "" },
      });
      expect(again.status).to.equal(304);
      const negotiated = await started.get("/events", { headers: { accept: "text/calendar" } });
      expect(negotiated.text.replace(/^SOURCE.*(?:\r\n .*)*/m, "")).to.equal(
        answer.text.replace(/^SOURCE.*(?:\r\n .*)*/m, ""),
      );
    });

    it("say of an event what there is a word for", async () => {
      const lines = linesOf((await started.get(`/events/${series}.ics`)).text);
      expect(lines).to.include.members([
        ...["NAME:Concert", "SUMMARY:Concert", "DESCRIPTION:Café & bar", "CATEGORIES:Music,Quay"],
        ...["LOCATION:Mill\\, 1 Quay\\, Genova\\, Italy", "ORGANIZER;CN=Ann:mailto:ann@town.example"],
        ...["DTSTART;TZID=Europe/Rome:20310506T190000", "DTEND;TZID=Europe/Rome:20310506T210000"],
        ...["RRULE:FREQ=WEEKLY;UNTIL=20310630T215959Z;BYDAY=TU", "X-KALENDS-COST:$5"],
        "EXDATE;TZID=Europe/Rome:20310520T190000,20310527T190000",
        ...["RECURRENCE-ID;TZID=Europe/Rome:20310513T190000", "DTSTART;TZID=Europe/Rome:20310513T200000"],
        ...[
          "RECURRENCE-ID;TZID=Europe/Rome:20310603T190000",
          "STATUS:CANCELLED",
          "X-KALENDS-STATUS-REASON:Rain",
        ],
      ]);
      expect(lines.find((line) => line.startsWith("URL:http") && line.includes("/event/concert"))).to.be.a(
        "string",
      );
      const fair = linesOf((await started.get("/events.ics?search=fair")).text);
      expect(fair).to.include.members(["DTSTART;VALUE=DATE:20310401", "DTEND;VALUE=DATE:20310403"]);
    });

    it("say of records that visitors may not read that there are some, and nothing of them", async () => {
      const ids: number[] = [];
      for (const name of ["First secret", "Second secret"])
        ids.push((await started.write("POST", "/venues", { venue: name, status: "private" })).id);
      const texts = await Promise.all(ids.map((id) => started.get(`/venues/${id}.ics`)));
      for (const { status, text } of texts) {
        expect([status, text]).to.deep.equal([403, texts[0]?.text]);
        expect(text).to.not.match(/secret/i);
      }
      expect((await started.get("/venues/99999.ics")).status).to.be.oneOf([400, 404]);
      expect((await started.get(`/events.ics?venue=${ids[0]}`)).text).to.equal(
        (await started.get("/events.ics?venue=99999")).text,
      );
    });

    it("take the filters of lists, and are those of records", async () => {
      const titles = async (path: string) => valuesOf(await started.get(path), "SUMMARY");
      expect(await titles("/events.ics?tags=quay")).to.deep.equal([
        "Concert",
        "Other concert",
        "Concert",
        "Fair",
      ]);
      expect(await titles("/events.ics?start_date=2031-06-20")).to.deep.equal([
        "Concert",
        "Other concert",
        "Concert",
      ]);
      expect(await titles("/events.ics?end_date=2000-01-01")).to.deep.equal(["Long ago"]);
      const { body } = await started.get(`/events/${series}`);
      const { venue, organizer, categories } = body;
      for (const [path, name] of [
        [`/venues/${venue.id}.ics`, "Mill"],
        [`/organizers/${organizer[0].id}.ics`, "Ann"],
        [`/categories/${categories[0].id}.ics`, "Music"],
      ]) {
        const answer = await started.get(path ?? "");
        expect(valuesOf(answer, "NAME"), path).to.deep.equal([name]);
        expect(valuesOf(answer, "SUMMARY"), path).to.deep.equal(["Concert", "Other concert", "Concert"]);
      }
      for (const [path, status] of [
        ["/events/999999.ics", 404],
        [`/events/${venue.id}.ics`, 400],
        ["/events.ics?tags=nowhere", 400],
        ["/events.ics?expand=perhaps", 400],
      ] as const)
        expect((await started.get(path)).status, path).to.equal(status);
    });

    it("have occurrences one by one where that is asked for", async () => {
      const [uid = ""] = valuesOf(await started.get(`/events/${series}.ics`), "UID");
      const all = await started.get("/events.ics?expand=true&categories=music&end_date=2031-06-10");
      expect(valuesOf(all, "UID")).to.deep.equal(
        ["0506", "0513", "0603", "0610"].map((day) => `${uid}-2031${day}T190000`),
      );
      expect(valuesOf(all, "DTSTART").filter((start) => start.startsWith("2031"))).to.deep.equal(
        ["0506T19", "0513T20", "0603T19", "0610T19"].map((day) => `2031${day}0000`),
      );
      const one = await started.get(`/events/${second.id}.ics?expand=true`);
      expect(valuesOf(one, "SUMMARY")).to.deep.equal(["Other concert"]);
      const whole = await started.get(`/events/${second.id}.ics`);
      expect(valuesOf(whole, "RRULE").filter((rule) => rule.includes("TU"))).to.have.length(1);
    });

    it("come back from an import with all their dates", async () => {
      const other = await startCalendar(store);
      try {
        for (const recurrence of [
          { rules: ["FREQ=WEEKLY;BYDAY=TU"], dates: ["2031-05-10 11:00:00/2031-05-10 14:00:00"], except: [] },
          {
            rules: [],
            dates: ["2031-05-10 11:00:00", "2031-05-11 11:00:00"],
            except: ["2031-05-06 19:00:00"],
          },
        ]) {
          const { id, recurrence: sent } = await started.write("POST", "/events", {
            title: "Trip",
            ...EVENING,
            recurrence,
          });
          const { text } = await started.get(`/events/${id}.ics`);
          const { status } = await other.send("POST", "/import", {
            as: "editor",
            headers: { "content-type": "text/calendar" },
            text,
          });
          expect(status).to.equal(200);
          const { body } = await other.get("/events?search=trip&per_page=1&start_date=2031-01-01");
          const taken = (await other.get(`/events/${body.events[0].recurrence.series_id}`)).body;
          expect({ ...taken.recurrence, series_id: 0 }).to.deep.equal({ ...sent, series_id: 0 });
          await other.send("DELETE", `/events/${taken.id}`, { as: "editor" });
        }
      } finally {
        await other.close();
      }
    });
  });
