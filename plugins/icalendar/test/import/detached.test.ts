import { expect } from "chai";
import { calendar } from "../read/reading.ts";
import { STORAGES } from "../start-calendar.ts";
import { type Json, type Remote, type Started, startImport, startRemote } from "./start-import.ts";

const vevent = (uid: string, summary: string, ...properties: readonly string[]): string =>
  ["BEGIN:VEVENT", `UID:${uid}`, `SUMMARY:${summary}`, ...properties, "END:VEVENT"].join("\r\n");
const at = (day: string): string => `DTSTART;TZID=Europe/Rome:${day}T203000`;
const HOUR = 60 * 60 * 1000;

// docs/rules/origin.md#detach
for (const store of STORAGES)
  describe(`an event that was detached from its source, on ${store}`, () => {
    let started: Started;
    let remote: Remote;
    beforeEach(async () => {
      [started, remote] = [await startImport(store), await startRemote()];
    });
    afterEach(async () => {
      await remote.close();
      await started.close();
    });
    const subscribe = (settings: object = {}): Promise<Json> =>
      started.write("POST", "/calendar-subscriptions", { url: remote.url, ...settings });
    const run = async (): Promise<void> => {
      started.clock.time += 2 * HOUR;
      await started.calendar.jobs.find(({ name }) => name === "calendar-subscriptions")?.run();
    };
    const titles = async (): Promise<readonly string[]> => (await started.events()).map(({ title }) => title);
    const detach = (id: number): Promise<Json> => started.write("POST", `/events/${id}/detach`);

    it("is neither changed by a subscription nor added again, also where it has vanished", async () => {
      remote.serve(calendar(vevent("a", "Jazz", at("20310506")), vevent("b", "Fair", at("20310507"))));
      const { id } = await subscribe({ vanished: "trash" });
      await run();
      const [jazz, fair] = await started.events("&context=edit");
      expect(jazz.origin).to.deep.equal({ importer: "icalendar", subscription: String(id) });
      expect((await started.events(`&origin=icalendar:${id}`)).length).to.equal(2);
      await detach(jazz.id);
      expect((await started.events(`&origin=icalendar:${id}`)).map((event) => event.id)).to.deep.equal([
        fair.id,
      ]);
      remote.serve(calendar(vevent("a", "Rock", at("20310508")), vevent("b", "Show", at("20310507"))));
      await run();
      expect(await titles()).to.deep.equal(["Jazz", "Show"]);
      remote.serve(calendar(vevent("b", "Show", at("20310507"))));
      await run();
      expect(await titles()).to.deep.equal(["Jazz", "Show"]);
      await started.write("DELETE", `/events/${jazz.id}`);
      remote.serve(calendar(vevent("a", "Jazz", at("20310506")), vevent("b", "Show", at("20310507"))));
      await run();
      expect(await titles()).to.deep.equal(["Show"]);
    });

    it("is not added again under another UID of the same event", async () => {
      remote.serve(calendar(vevent("a1", "Jazz", at("20310506")), vevent("b1", "Fair", at("20310507"))));
      await subscribe();
      await run();
      await detach((await started.events())[0].id);
      for (const run_ of [2, 3]) {
        remote.serve(
          calendar(vevent(`a${run_}`, "Jazz", at("20310506")), vevent(`b${run_}`, "Fair", at("20310507"))),
        );
        await run();
        expect(await titles()).to.deep.equal(["Jazz", "Fair"]);
      }
    });

    it("is left alone by imports of files, unless they ask for events of this calendar", async () => {
      const text = (title: string) => calendar(vevent("a", title, at("20310506")));
      await started.importText(text("Jazz"));
      await detach((await started.events())[0].id);
      const { body } = await started.importText(text("Rock"));
      expect(body).to.include({ skipped: 1, updated: 0 });
      expect(await titles()).to.deep.equal(["Jazz"]);
      await started.importText(text("Rock"), "?own=update");
      expect(await titles()).to.deep.equal(["Rock"]);
    });

    it("takes its series and all dates along", async () => {
      const series = (summary: string, ...more: readonly string[]) =>
        calendar(vevent("s", summary, at("20310506"), "RRULE:FREQ=DAILY;COUNT=3"), ...more);
      remote.serve(series("Jazz"));
      await subscribe({ vanished: "trash" });
      await run();
      const [, second] = await started.events();
      await detach(second.id);
      const changed = vevent("s", "Moved", at("20310517"), "RECURRENCE-ID;TZID=Europe/Rome:20310507T203000");
      remote.serve(series("Rock", changed));
      await run();
      expect(await titles()).to.deep.equal(["Jazz", "Jazz", "Jazz"]);
      remote.serve(calendar(changed, vevent("x", "Other", at("20310601"))));
      await run();
      expect(await titles()).to.deep.equal(["Jazz", "Jazz", "Jazz", "Other"]);
    });
  });
