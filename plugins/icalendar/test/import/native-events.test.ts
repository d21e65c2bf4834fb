import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isNative } from "@kalends/icalendar/internals";
import { expect } from "chai";
import { calendar, vevent } from "../read/reading.ts";
import { STORAGES } from "../start-calendar.ts";
import { countsOf, type Json, type Started, startImport } from "./start-import.ts";

const AT = ["DTSTART;TZID=Europe/Rome:20310506T203000", "DTEND;TZID=Europe/Rome:20310506T230000"];
const OWN = { title: "Own", start_date: "2031-05-06 20:30:00", end_date: "2031-05-06 23:00:00" };
const WEEKLY = { rules: ["FREQ=WEEKLY;COUNT=3"] };

describe("an event without a stored origin", () => {
  const imported = { sequence: 0, digest: "x" };

  it("counts as made by an import that earlier versions noted, unless an import changed it by request", () => {
    for (const [own, native] of [
      [{}, true],
      [{ ical_uid: "a" }, true],
      [{ ical_imported: imported }, false],
      [{ ical_source: "12" }, false],
      [{ ical_imported: { ...imported, isNative: true } }, true],
    ] as const)
      expect(isNative({ extensions: { icalendar: own } }), JSON.stringify(own)).to.equal(native);
    expect(isNative({ extensions: {}, origin: { importer: "icalendar" } })).to.equal(false);
    expect(isNative({ extensions: {}, origin: { importer: "other" } })).to.equal(true);
  });
});

for (const store of STORAGES)
  describe(`events of this calendar in a calendar that is imported on ${store}`, () => {
    let started: Started;
    beforeEach(async () => {
      started = await startImport(store);
    });
    afterEach(() => started.close());

    const create = async (values: object = {}): Promise<{ readonly id: number; readonly uid: string }> => {
      const { id } = await started.write("POST", "/events", { ...OWN, ...values });
      const { text } = await started.request("editor", "GET", `/events/${id}.ics`);
      return { id, uid: /^UID:(.+)$/m.exec(text)?.[1]?.trim() ?? "" };
    };
    const take = async (text: string, query = ""): Promise<Json> => {
      const { status, body } = await started.importText(text, query);
      expect(status, JSON.stringify(body)).to.equal(200);
      return body;
    };
    const titles = async (): Promise<readonly string[]> => (await started.events()).map(({ title }) => title);
    const forged = (uid: string, ...more: readonly string[]): string =>
      vevent(uid, "SUMMARY:Forged", ...AT, "SEQUENCE:9", ...more);

    it("stay as they are, with a note, and are not there twice", async () => {
      const { uid } = await create();
      for (const query of ["?dry_run=true", "", "?own=skip", ""]) {
        const report = await take(calendar(forged(uid)), query);
        expect(countsOf(report), query).to.deep.equal({ skipped: 1 });
        expect(report.components[0].reason).to.include("created in this calendar").and.include("own=update");
      }
      const cancelled = calendar(forged(uid)).replace("VERSION:2.0", "VERSION:2.0\r\nMETHOD:CANCEL");
      expect(countsOf(await take(cancelled))).to.deep.equal({ skipped: 1 });
      expect(await titles()).to.deep.equal(["Own"]);
      expect((await started.events())[0].event_status).to.equal("scheduled");
    });

    it("keep their occurrences, whether the series comes with them or not", async () => {
      const series = await create({ recurrence: WEEKLY });
      const single = await create({ title: "Single", start_date: "2031-06-01 10:00:00" });
      const override = (uid: string) => forged(uid, "RECURRENCE-ID;TZID=Europe/Rome:20310513T203000");
      for (const text of [
        calendar(override(series.uid)),
        calendar(forged(series.uid, "RRULE:FREQ=WEEKLY;COUNT=3"), override(series.uid)),
        calendar(override(single.uid)),
      ])
        expect(countsOf(await take(text)), text).to.deep.equal({ skipped: 1 });
      expect(await titles()).to.deep.equal(["Own", "Own", "Own", "Single"]);
      const report = await take(calendar(override(series.uid)), "?own=update");
      expect(countsOf(report)).to.deep.equal({ updated: 1 });
      expect(await titles()).to.deep.equal(["Own", "Forged", "Own", "Single"]);
    });

    it("are found where listings hide them, as soon as they are stored", async () => {
      const hidden = { hide_from_listings: true };
      for (const values of [hidden, { ...hidden, status: "draft" }, { ...hidden, recurrence: WEEKLY }]) {
        const { id, uid } = await create(values);
        const report = await take(calendar(forged(uid)));
        expect(countsOf(report), JSON.stringify(values)).to.deep.equal({ skipped: 1 });
        expect(report.components[0].reason).to.include("created in this calendar");
        expect((await started.write("GET", `/events/${id}`)).title).to.equal("Own");
      }
      expect(await titles()).to.deep.equal([]);
    });

    it("are changed with own=update, and stay events of this calendar", async () => {
      const { id, uid } = await create();
      const text = calendar(forged(uid));
      expect(countsOf(await take(text, "?own=update&dry_run=true"))).to.deep.equal({ updated: 1 });
      expect(await titles()).to.deep.equal(["Own"]);
      expect(countsOf(await take(text, "?own=update"))).to.deep.equal({ updated: 1 });
      expect((await started.write("GET", `/events/${id}`)).title).to.equal("Forged");
      const later = text.replace("Forged", "Again").replace("SEQUENCE:9", "SEQUENCE:10");
      expect(countsOf(await take(later))).to.deep.equal({ skipped: 1 });
      expect(countsOf(await take(later, "?own=update"))).to.deep.equal({ updated: 1 });
      expect(await titles()).to.deep.equal(["Again"]);
      const { status, body } = await started.importText(text, "?own=all");
      expect([status, Object.keys(body.data.params)]).to.deep.equal([400, ["own"]]);
    });

    it("are skipped and changed from files, too", async () => {
      const { uid } = await create();
      const file = join(started.folder, "own.ics");
      await writeFile(file, calendar(forged(uid)));
      const skipped = await started.command("import", file);
      expect(skipped).to.include("created in this calendar").and.include("--own update");
      expect(await titles()).to.deep.equal(["Own"]);
      await started.command("import", "--own", "update", file);
      expect(await titles()).to.deep.equal(["Forged"]);
      const table = join(started.folder, "events.csv");
      await writeFile(table, "EVENT NAME,EVENT START DATE\nFair,2031-05-01\n");
      expect(await started.command("import", "--own", "update", table)).to.include("--own is only for");
    });

    it("cannot be made those of an import by a request or a file", async () => {
      const { id, uid } = await create();
      const origin = { importer: "icalendar" };
      const imported = { sequence: 0, digest: "" };
      for (const fields of [
        { origin },
        { extensions: { icalendar: { ical_imported: imported } } },
        { ical_source: "1" },
        { recordOrigin: origin },
      ]) {
        await started.request("administrator", "PUT", `/events/${id}`, { ...fields, excerpt: "Changed" });
        expect(countsOf(await take(calendar(forged(uid)))), JSON.stringify(fields)).to.deep.equal({
          skipped: 1,
        });
      }
      for (const proof of [undefined, null, "", {}]) {
        const ical_imported = { ...imported, proof };
        const { status, body } = await started.request("administrator", "PUT", `/events/${id}`, {
          ical_imported,
        });
        expect([status, Object.keys(body.data.params)]).to.deep.equal([400, ["ical_imported"]]);
      }
      const ofFile = ["ORIGIN:icalendar", "X-KALENDS-ORIGIN:icalendar", "X-KALENDS-ICAL-SOURCE:1"];
      expect(countsOf(await take(calendar(forged(uid, ...ofFile))))).to.deep.equal({ skipped: 1 });
      expect(await titles()).to.deep.equal(["Own"]);
    });

    it("are what the later part of an imported series becomes, and events made by an import are not", async () => {
      const series = calendar(vevent("theirs", "SUMMARY:Theirs", ...AT, "RRULE:FREQ=WEEKLY;COUNT=4"));
      expect(countsOf(await take(series))).to.deep.equal({ added: 1 });
      const [, second] = (await started.events()) as [Json, Json];
      await started.write("PUT", `/events/${second.id}`, { scope: "following", title: "Later" });
      const later = (await started.events()).find(({ title }) => title === "Later");
      const { text } = await started.request("", "GET", `/events/${later.recurrence.series_id}.ics`);
      const uid = /^UID:(.+)$/m.exec(text)?.[1]?.trim() ?? "";
      expect(countsOf(await take(calendar(forged(uid))))).to.deep.equal({ skipped: 1 });
      expect(countsOf(await take(series.replace("SUMMARY:Theirs", "SUMMARY:New")))).to.deep.equal({
        updated: 1,
      });
    });
  });
