import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { calendar, lines, vevent } from "../read/reading.ts";
import { STORAGES } from "../start-calendar.ts";
import { countsOf, type Json, type Started, startImport } from "./start-import.ts";

const JAZZ = [
  "SUMMARY:Jazz",
  "DTSTART;TZID=Europe/Rome:20310506T203000",
  "DTEND;TZID=Europe/Rome:20310506T230000",
];
const WEEKLY = [...JAZZ, "RRULE:FREQ=WEEKLY;COUNT=4"];

for (const store of STORAGES)
  describe(`a calendar that is imported on ${store}`, () => {
    let started: Started;
    beforeEach(async () => {
      started = await startImport(store);
    });
    afterEach(() => started.close());
    const take = async (text: string, query = ""): Promise<Json> => {
      const { status, body } = await started.importText(text, query);
      expect(status, JSON.stringify(body)).to.equal(200);
      return body;
    };
    const titles = async (): Promise<readonly string[]> => (await started.events()).map(({ title }) => title);

    it("is there once, however often it is imported, and changes with its source", async () => {
      const text = calendar(
        vevent(
          "one",
          ...JAZZ,
          "LOCATION:Pier Nine Hall",
          "CATEGORIES:Concerts,Jazz\\, new",
          "ORGANIZER;CN=Blue Note:mailto:info@blue.example",
        ),
        vevent("two", "SUMMARY:Fair", "DTSTART;VALUE=DATE:20310510", "DTEND;VALUE=DATE:20310512"),
      );
      expect(countsOf(await take(text))).to.deep.equal({ added: 2 });
      const [jazz, fair] = await started.events();
      expect(jazz).to.include({
        title: "Jazz",
        start_date: "2031-05-06 20:30:00",
        end_date: "2031-05-06 23:00:00",
        timezone: "Europe/Rome",
      });
      expect(jazz.venue.venue).to.equal("Pier Nine Hall");
      expect(jazz.categories.map(({ name }: Json) => name)).to.deep.equal(["Concerts", "Jazz, new"]);
      expect(jazz.organizer[0]).to.include({ organizer: "Blue Note", email: "info@blue.example" });
      expect(fair).to.include({
        all_day: true,
        start_date: "2031-05-10 00:00:00",
        end_date: "2031-05-11 23:59:59",
      });
      expect(countsOf(await take(text))).to.deep.equal({ unchanged: 2 });
      expect(countsOf(await take(text.replace("Fair", "Market")))).to.deep.equal({
        updated: 1,
        unchanged: 1,
      });
      expect(await titles()).to.deep.equal(["Jazz", "Market"]);
      expect((await started.events())[1].id).to.equal(fair.id);
    });

    it("keeps local changes until its source changes, and ignores what is older", async () => {
      await take(calendar(vevent("one", ...JAZZ, "SEQUENCE:2")));
      const [{ id }] = (await started.events()) as [Json];
      await started.write("PUT", `/events/${id}`, {
        title: "Jazz by the water",
        start_date: "2031-05-06 21:00:00",
      });
      expect(countsOf(await take(calendar(vevent("one", ...JAZZ, "SEQUENCE:2"))))).to.deep.equal({
        unchanged: 1,
      });
      expect(await titles()).to.deep.equal(["Jazz by the water"]);
      const older = await take(calendar(vevent("one", ...JAZZ, "SEQUENCE:1", "LOCATION:Hall")));
      expect(countsOf(older)).to.deep.equal({ skipped: 1 });
      expect(older.components[0].reason).to.include("later version");
      expect(
        countsOf(await take(calendar(vevent("one", ...JAZZ, "SEQUENCE:3", "LOCATION:Hall")))),
      ).to.deep.equal({ updated: 1 });
      const [event] = await started.events();
      expect([event.title, event.start_date, event.venue.venue]).to.deep.equal([
        "Jazz",
        "2031-05-06 20:30:00",
        "Hall",
      ]);
    });

    it("makes series with occurrences that differ, and takes back what differs no more", async () => {
      const moved = vevent(
        "one",
        "SUMMARY:Jazz, late",
        "RECURRENCE-ID;TZID=Europe/Rome:20310513T203000",
        "DTSTART;TZID=Europe/Rome:20310514T210000",
        "DTEND;TZID=Europe/Rome:20310514T220000",
      );
      const off = vevent(
        "one",
        "SUMMARY:Jazz",
        "RECURRENCE-ID:20310520T183000Z",
        "DTSTART:20310520T183000Z",
        "DTEND:20310520T210000Z",
        "STATUS:CANCELLED",
      );
      const series = vevent("one", ...WEEKLY);
      const text = calendar(moved, series, off);
      expect(countsOf(await take(text))).to.deep.equal({ added: 1 });
      const shown = async () =>
        (await started.events()).map(({ title, start_date, event_status }) =>
          [title, start_date, event_status].join(" "),
        );
      const expected = [
        "Jazz 2031-05-06 20:30:00 scheduled",
        "Jazz, late 2031-05-14 21:00:00 scheduled",
        "Jazz 2031-05-20 20:30:00 cancelled",
        "Jazz 2031-05-27 20:30:00 scheduled",
      ];
      expect(await shown()).to.deep.equal(expected);
      expect(countsOf(await take(text))).to.deep.equal({ unchanged: 1 });
      expect(countsOf(await take(calendar(series, off)))).to.deep.equal({ updated: 1 });
      expected[1] = "Jazz 2031-05-13 20:30:00 scheduled";
      expect(await shown()).to.deep.equal(expected);
      expect(countsOf(await take(calendar(vevent("one", ...JAZZ))))).to.deep.equal({ updated: 1 });
      expect(await shown()).to.deep.equal(expected.slice(0, 1));
    });

    it("cancels by STATUS and by METHOD, and knows what it never had", async () => {
      await take(calendar(vevent("one", ...JAZZ), vevent("two", ...WEEKLY)));
      const cancel = (...events: readonly string[]) => calendar("METHOD:CANCEL", ...events);
      const report = await take(
        cancel(
          vevent("one", "SUMMARY:Cancelled: Jazz", "SEQUENCE:1", "DTSTART:20310506T183000Z"),
          vevent(
            "two",
            "SEQUENCE:1",
            "RECURRENCE-ID;TZID=Europe/Rome:20310513T203000",
            "DTSTART;TZID=Europe/Rome:20310513T203000",
          ),
          vevent("three", ...JAZZ),
        ),
      );
      expect(countsOf(report)).to.deep.equal({ updated: 2, skipped: 1 });
      const states = (await started.events()).map(({ title, event_status }) => `${title} ${event_status}`);
      expect(states.filter((state) => state === "Jazz cancelled")).to.have.length(2);
      expect(states).to.have.length(5);
      await take(calendar(vevent("four", ...JAZZ, "STATUS:CANCELLED")));
      expect(
        (await started.events()).filter(({ event_status }) => event_status === "cancelled"),
      ).to.have.length(3);
    });

    it("says what became of each, and one bad component stops no other", async () => {
      const report = await take(
        calendar(
          vevent("no-start", "SUMMARY:No start"),
          vevent("bad-rule", ...JAZZ, "RRULE:FREQ=SOMETIMES"),
          vevent("dense", ...JAZZ, "RRULE:FREQ=SECONDLY"),
          vevent(
            "misfit",
            "SUMMARY:Misfit",
            "DTSTART:20310506T183000Z",
            "RRULE:FREQ=WEEKLY;BYDAY=FR;COUNT=2",
          ),
          vevent(
            "script",
            ...JAZZ,
            "URL:javascript:alert(1)",
            'DESCRIPTION:<p onclick="x()">Hi<script>alert(1)</script></p>',
          ),
          vevent("twice", "SUMMARY:First", "SEQUENCE:1", "DTSTART:20310507T183000Z"),
          vevent("twice", "SUMMARY:Second", "SEQUENCE:2", "DTSTART:20310507T183000Z"),
          "BEGIN:VTODO",
          "SUMMARY:Not me",
          "END:VTODO",
        ),
      );
      expect(countsOf(report)).to.deep.equal({ added: 5, failed: 1, skipped: 2 });
      const reasons = Object.fromEntries(
        report.components.map(({ uid, outcome, reason }: Json) => [`${uid} ${outcome}`, reason]),
      );
      expect(reasons["no-start failed"]).to.equal("The event has no DTSTART.");
      expect(reasons["bad-rule added"]).to.include("The rule FREQ=SOMETIMES was not imported");
      expect(reasons["dense added"]).to.include("less than an hour apart");
      expect(reasons["script added"]).to.include("URL was not imported");
      expect(reasons["twice skipped"]).to.include("a later version");
      const events = await started.events();
      const script = events.find(({ description }) => description.includes("Hi"));
      expect(script.description).not.to.match(/script|onclick/);
      expect(events.filter(({ title }) => title === "Misfit")).to.have.length(3);
      expect(events.filter(({ title }) => title === "Second")).to.have.length(1);
    });

    it("leaves the trash alone, and finds what is hidden from listings", async () => {
      const text = calendar(vevent("one", ...JAZZ), vevent("two", ...JAZZ));
      await take(text);
      const [one, two] = (await started.events()) as [Json, Json];
      await started.write("DELETE", `/events/${one.id}`);
      await started.write("PUT", `/events/${two.id}`, { hide_from_listings: true });
      expect(countsOf(await take(text.replaceAll("SUMMARY:Jazz", "SUMMARY:Blues")))).to.deep.equal({
        updated: 1,
        skipped: 1,
      });
      expect(await titles()).to.deep.equal([]);
      expect((await started.write("GET", `/events/${two.id}`)).title).to.equal("Blues");
    });

    it("is only looked at in a dry run", async () => {
      await take(calendar(vevent("one", ...JAZZ)));
      const report = await take(
        calendar(vevent("one", ...JAZZ, "LOCATION:Hall"), vevent("two", ...WEEKLY)),
        "?dry_run=true",
      );
      expect([report.dry_run, countsOf(report)]).to.deep.equal([true, { added: 1, updated: 1 }]);
      const events = await started.events();
      expect([events.length, events[0].venue.venue ?? ""]).to.deep.equal([1, ""]);
    });

    it("is for those who may edit and publish what others write", async () => {
      const text = calendar(vevent("one", ...JAZZ));
      for (const [role, status] of [
        ["", 401],
        ["subscriber", 403],
        ["contributor", 403],
        ["author", 403],
        ["editor", 200],
      ] as const)
        expect((await started.importText(text, "", role)).status, role).to.equal(status);
      expect(await titles()).to.deep.equal(["Jazz"]);
      for (const bad of ["<html></html>", ""]) {
        const { status, body } = await started.importText(bad);
        expect([status, body.code]).to.deep.equal([400, "rest_invalid_param"]);
      }
      for (const url of [
        "ftp://example.org/x.ics",
        "javascript:alert(1)",
        "http://10.0.0.1/x.ics",
        "http://user:x@127.0.0.1/",
      ]) {
        const { status, body } = await started.request("editor", "POST", "/import", { url });
        expect([status, Object.keys(body.data.params)], url).to.deep.equal([400, ["url"]]);
      }
      expect((await started.request("editor", "POST", "/import", {})).status).to.equal(400);
      const private_ = calendar(vevent("two", ...JAZZ, "CLASS:PRIVATE"), vevent("three", ...JAZZ));
      await take(private_, "?status=draft");
      const { body } = await started.request(
        "editor",
        "GET",
        "/events?start_date=2031-01-01&status=private,draft",
      );
      expect(body.events.map(({ status }: Json) => status).toSorted()).to.deep.equal(["draft", "private"]);
    });

    it("comes from files, too", async () => {
      const file = join(started.folder, "jazz.ics");
      await writeFile(file, calendar(vevent("one", ...JAZZ), vevent("two", "SUMMARY:Broken")));
      for (const first of [true, false]) {
        const output = await started.command("import", file);
        expect(output).to.include("The event has no DTSTART.");
        expect(output).to.include(first ? "1 added" : "1 already there");
      }
      expect(await titles()).to.deep.equal(["Jazz"]);
    });

    it("may come without anything that other programs write", async () => {
      const bare = lines("BEGIN:VEVENT", "DTSTART:20310506T183000Z", "END:VEVENT");
      expect(countsOf(await take(bare))).to.deep.equal({ added: 1 });
      expect(countsOf(await take(bare))).to.deep.equal({ unchanged: 1 });
      expect(await titles()).to.deep.equal(["Untitled"]);
    });
  });
