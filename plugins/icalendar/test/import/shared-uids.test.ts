import { expect } from "chai";
import { calendar, vevent } from "../read/reading.ts";
import { STORAGES } from "../start-calendar.ts";
import { countsOf, type Json, type Remote, type Started, startImport, startRemote } from "./start-import.ts";

const at = (day: number, hour = 10): string => `203105${String(day).padStart(2, "0")}T${hour}0000Z`;
const times = (day: number, hour = 10, length = 1): readonly string[] => [
  `DTSTART:${at(day, hour)}`,
  `DTEND:${at(day, hour + length)}`,
];
const DAILY = "RRULE:FREQ=DAILY;COUNT=4";
const series = (...more: readonly string[]): string =>
  vevent("choir", "SUMMARY:Choir", ...times(5), DAILY, ...more);
const override = (day: number, summary: string, hour = 15, range = ""): string =>
  vevent("choir", `SUMMARY:${summary}`, ...times(day, hour), `RECURRENCE-ID${range}:${at(day)}`);

for (const store of STORAGES)
  describe(`events of one UID on ${store}`, () => {
    let started: Started;
    let remote: Remote;
    beforeEach(async () => {
      [started, remote] = [await startImport(store, { timezone: "UTC" }), await startRemote()];
    });
    afterEach(async () => {
      await remote.close();
      await started.close();
    });
    const take = async (...components: readonly string[]): Promise<Json> => {
      const { status, body } = await started.importText(calendar(...components));
      expect(status, JSON.stringify(body)).to.equal(200);
      return body;
    };
    const subscribe = async (
      vanished: string,
    ): Promise<(...components: readonly string[]) => Promise<Json>> => {
      const { id } = await started.write("POST", "/calendar-subscriptions", { url: remote.url, vanished });
      return async (...components) => {
        remote.serve(calendar(...components));
        return started.write("POST", `/calendar-subscriptions/${id}/run`);
      };
    };
    const shown = async (): Promise<readonly string[]> =>
      (await started.events()).map(
        ({ title, utc_start_date: start, event_status: status }) =>
          `${start.slice(8, 13)} ${title}${status === "scheduled" ? "" : ` (${status})`}`,
      );
    const reasons = ({ components }: Json): string => components.map(({ reason }: Json) => reason).join(" ");

    // Calendars are read before they are stored, so one store is enough.
    if (store === STORAGES[0]) {
      it("are read in one go, however many dates and changes one UID has", async function () {
        // The test takes hours if each change is compared with each date.
        this.timeout(30_000);
        const start = (index: number): string => `DTSTART:20310506T${String(100_000 + index)}Z`;
        const numbers = Array.from(
          { length: 59 * 4 },
          (_, index) => Math.floor(index / 59) * 100 + (index % 59),
        );
        const dates = numbers.map((index) => vevent("one", "SUMMARY:Date", start(index)));
        const changes = numbers.map((index) =>
          vevent(
            "one",
            "SUMMARY:Change",
            start(index),
            `RECURRENCE-ID;TZID=Asia/Tokyo:20310507T${100_000 + index}`,
          ),
        );
        const { status, body } = await started.importText(calendar(...dates, ...changes), "?dry_run=true");
        expect(status, JSON.stringify(body)).to.equal(200);
        expect(countsOf(body)).to.deep.equal({ added: numbers.length });
      });

      it("are read in one go on as many clocks as there may be", async function () {
        this.timeout(30_000);
        const clocks = Intl.supportedValuesOf("timeZone").slice(0, 200);
        const series = clocks.map((zone, index) =>
          vevent("one", "SUMMARY:Date", `DTSTART;TZID=${zone}:2031010${1 + (index % 9)}T100000`, DAILY),
        );
        const changes = Array.from({ length: 8_000 }, (_, index) => {
          const date = new Date(Date.UTC(2030, 0, 1) + index * 3_600_000);
          const id = date.toISOString().replace(/[-:]|\.\d+/g, "");
          return vevent("one", "SUMMARY:Change", `DTSTART:${id}`, `RECURRENCE-ID:${id}`);
        });
        const { status, body } = await started.importText(calendar(...series, ...changes), "?dry_run=true");
        expect(status, JSON.stringify(body)).to.equal(200);
        expect(body.added).to.equal(clocks.length);
      });
    }

    it("keep a date that comes without its series, whatever becomes of what vanishes", async () => {
      const plain = vevent("plain", "SUMMARY:Plain", ...times(7));
      for (const vanished of ["trash", "cancel"]) {
        const run = await subscribe(vanished);
        for (const expected of [{ added: 2 }, { unchanged: 2 }, { unchanged: 2 }])
          expect(countsOf(await run(override(6, "Invited"), plain)), vanished).to.deep.equal(expected);
        expect(await shown()).to.deep.equal(["06 15 Invited", "07 10 Plain"]);
        for (const { id } of await started.events()) await started.write("DELETE", `/events/${id}`);
        await started.close();
        started = await startImport(store, { timezone: "UTC" });
      }
    });

    it("have a date once when its series comes, and again on its own when the series has gone", async () => {
      const run = await subscribe("trash");
      await run(override(6, "Invited"));
      expect(countsOf(await run(series(), override(6, "Invited")))).to.deep.equal({ added: 1, removed: 1 });
      const all = ["05 10 Choir", "06 15 Invited", "07 10 Choir", "08 10 Choir"];
      expect(await shown()).to.deep.equal(all);
      expect(countsOf(await run(series(), override(6, "Invited")))).to.deep.equal({ unchanged: 1 });
      expect(countsOf(await run(override(6, "Changed")))).to.deep.equal({ updated: 1 });
      expect(await shown()).to.deep.equal([all[0], "06 15 Changed", all[2], all[3]]);
    });

    it("have a date that is not in the set as an event of its own, with a note", async () => {
      const report = await take(series(), override(6, "In it"), override(20, "Extra"));
      expect(countsOf(report)).to.deep.equal({ added: 2 });
      expect(reasons(report)).to.include("The series does not have this date");
      const rest = ["05 10 Choir", "06 15 In it", "07 10 Choir", "08 10 Choir"];
      expect(await shown()).to.deep.equal([...rest, "20 15 Extra"]);
      expect(countsOf(await take(series(), override(6, "In it"), override(20, "Extra")))).to.deep.equal({
        unchanged: 1,
      });
      await take(series(), override(6, "In it"), override(20, "More"));
      expect(await shown()).to.deep.equal([...rest, "20 15 More"]);
      const longer = series().replace("COUNT=4", "COUNT=16");
      expect(countsOf(await take(longer, override(6, "In it"), override(20, "More")))).to.deep.equal({
        updated: 1,
        removed: 1,
      });
      expect((await shown()).filter((text) => text.startsWith("20"))).to.deep.equal(["20 15 More"]);
    });

    it("have a date of an event that does not recur as an event of its own, without the rule that it has", async () => {
      const single = vevent("choir", "SUMMARY:One", ...times(5));
      const second = override(6, "Two").replace("SUMMARY", `RRULE:FREQ=WEEKLY;COUNT=9\r\nSUMMARY`);
      const report = await take(single, second);
      expect(countsOf(report)).to.deep.equal({ added: 2 });
      expect(reasons(report)).to.include("RRULE and RDATE were ignored");
      expect(await shown()).to.deep.equal(["05 10 One", "06 15 Two"]);
      const cancelled = override(7, "Off").replace("SUMMARY", "STATUS:CANCELLED\r\nSUMMARY");
      await take(single, second, cancelled);
      expect(await shown()).to.deep.equal(["05 10 One", "06 15 Two"]);
    });

    it("have a private date that the set lacks as a private event", async () => {
      await take(series("CLASS:PRIVATE"), override(20, "Extra"));
      expect((await started.events()).map(({ title }) => title)).to.include("Extra");
      const { body } = await started.request("", "GET", "/events?start_date=2031-01-01&end_date=2032-01-01");
      expect(body.events).to.deep.equal([]);
    });

    it("apply RANGE=THISANDFUTURE to the later dates, until the next one that is named", async () => {
      const later = override(6, "Later", 12, ";RANGE=THISANDFUTURE");
      await take(series(), later, override(8, "Last", 20));
      expect(await shown()).to.deep.equal(["05 10 Choir", "06 12 Later", "07 12 Later", "08 20 Last"]);
      expect(countsOf(await take(series(), later, override(8, "Last", 20)))).to.deep.equal({ unchanged: 1 });
      await take(series());
      expect(await shown()).to.deep.equal(["05 10 Choir", "06 10 Choir", "07 10 Choir", "08 10 Choir"]);
    });

    it("apply EXRULE as exceptions, and name one that cannot be read", async () => {
      await take(series("EXRULE:FREQ=DAILY;INTERVAL=2;COUNT=9"));
      expect(await shown()).to.deep.equal(["06 10 Choir", "08 10 Choir"]);
      const report = await take(series("EXRULE:FREQ=SOMETIMES"));
      expect(reasons(report)).to.include("EXRULE was ignored: it cannot be read");
      expect(await shown()).to.have.length(4);
    });

    const dates = (...days: readonly number[]): readonly string[] =>
      days.map((day) => vevent("club", `SUMMARY:Day ${day}`, ...times(day)));

    it("are as many events as there are dates, also when some of them go or change", async () => {
      const run = await subscribe("trash");
      expect(countsOf(await run(...dates(5, 6, 7)))).to.deep.equal({ added: 3 });
      expect(countsOf(await run(...dates(5, 6, 7)))).to.deep.equal({ unchanged: 3 });
      const ids = (await started.events()).map(({ id }) => id);
      expect(countsOf(await run(...dates(6, 7)))).to.deep.equal({ unchanged: 2, removed: 1 });
      expect(countsOf(await run(...dates(7)))).to.deep.equal({ unchanged: 1, removed: 1 });
      expect((await started.events()).map(({ id }) => id)).to.deep.equal(ids.slice(2));
      expect(countsOf(await run(...dates(5, 6, 7)))).to.deep.equal({ unchanged: 1, updated: 2 });
      expect(await shown()).to.deep.equal(["05 10 Day 5", "06 10 Day 6", "07 10 Day 7"]);
    });

    it("are one event where one version is later than the other", async () => {
      const [first = "", second = ""] = dates(5, 6);
      for (const text of ["SEQUENCE:1", "LAST-MODIFIED:20310101T000000Z"]) {
        const report = await take(second.replace("SUMMARY", `${text}\r\nSUMMARY`), first);
        expect(report.components).to.deep.include({
          outcome: "skipped",
          uid: "club",
          name: "Day 5",
          reason: "The calendar has a later version of it.",
        });
        expect(await shown()).to.deep.equal(["06 10 Day 6"]);
      }
    });

    it("are two series where both recur, each with its own dates", async () => {
      const text = [
        vevent("club", "SUMMARY:First", ...times(5), "RRULE:FREQ=DAILY;COUNT=2"),
        vevent("club", "SUMMARY:Second", ...times(15), "RRULE:FREQ=DAILY;COUNT=2"),
        vevent("club", "SUMMARY:Moved", ...times(16, 18), `RECURRENCE-ID:${at(16)}`),
      ];
      expect(countsOf(await take(...text))).to.deep.equal({ added: 2 });
      expect(await shown()).to.deep.equal(["05 10 First", "06 10 First", "15 10 Second", "16 18 Moved"]);
      expect(countsOf(await take(...text))).to.deep.equal({ unchanged: 2 });
    });

    it("take new UIDs that their calendar has in each response", async () => {
      const feed = (uid: string): readonly string[] => [
        vevent(`${uid}-1`, "SUMMARY:Jazz & more", ...times(5)),
        vevent(`${uid}-2`, "SUMMARY:Jazz & more", ...times(6)),
        vevent(`${uid}-3`, "SUMMARY:Choir", ...times(6), DAILY),
      ];
      for (const vanished of ["keep", "trash", "cancel"]) {
        const run = await subscribe(vanished);
        expect(countsOf(await run(...feed("a"))), vanished).to.deep.equal({ added: 3 });
        const before = await started.events();
        expect(countsOf(await run(...feed("b"))), vanished).to.deep.equal({ unchanged: 3 });
        expect(countsOf(await run(...feed("c"))), vanished).to.deep.equal({ unchanged: 3 });
        expect((await started.events()).map(({ id }) => id)).to.deep.equal(before.map(({ id }) => id));
        expect(await started.feed())
          .to.include("UID:c-1")
          .and.not.include("UID:a-1");
        const [first] = before as [Json];
        await started.write("DELETE", `/events/${first.id}`);
        expect(countsOf(await run(...feed("d"))), vanished).to.deep.equal({ unchanged: 2, skipped: 1 });
        await started.close();
        started = await startImport(store, { timezone: "UTC" });
      }
    });

    it("lose what earlier runs added again under other UIDs", async () => {
      const run = await subscribe("keep");
      const jazz = (uid: string, hour = 10): string => vevent(uid, "SUMMARY:Jazz", ...times(5, hour));
      // Both dates exist in the source, so neither event may get the UID of the other.
      await run(jazz("a"), jazz("b"), jazz("c", 12));
      expect(await shown()).to.have.length(3);
      expect(countsOf(await run(jazz("d"), jazz("c", 12)))).to.deep.equal({ unchanged: 2, removed: 1 });
      expect(await shown()).to.deep.equal(["05 10 Jazz", "05 12 Jazz"]);
    });
  });
