import { expect } from "chai";
import { calendar, lines } from "../read/reading.ts";
import { STORAGES } from "../start-calendar.ts";
import { type Json, type Started, startImport } from "./start-import.ts";

const at = (day: string): readonly string[] => [
  `DTSTART;TZID=Europe/Rome:203105${day}T203000`,
  `DTEND;TZID=Europe/Rome:203105${day}T230000`,
];

const vevent = (uid: string, ...properties: readonly string[]): string =>
  lines("BEGIN:VEVENT", `UID:${uid}`, ...properties, "END:VEVENT");

for (const store of STORAGES)
  describe(`what a calendar says is private on ${store}`, () => {
    let started: Started;
    before(async () => {
      started = await startImport(store);
    });
    after(() => started.close());
    const take = async (...events: readonly string[]): Promise<Json> => {
      const { status, body } = await started.take(calendar(...events));
      expect([status, body.failed]).to.deep.equal([200, 0]);
      return body;
    };
    const shown = async (): Promise<readonly string[]> =>
      (await started.ask("", "GET", "/events?start_date=2031-05-01")).body.events.map(
        ({ title, start_date }: Json) => `${title} ${start_date.slice(8, 10)}`,
      );

    it("is hidden as soon as it says so, until editors show it", async () => {
      const open = vevent("one", "SUMMARY:Open", ...at("06"));
      const secret = vevent("one", "SUMMARY:Clinic", "CLASS:PRIVATE", ...at("06"));
      await take(open);
      expect(await shown()).to.deep.equal(["Open 06"]);
      expect(await take(secret)).to.include({ updated: 1 });
      expect(await shown()).to.deep.equal([]);
      const [{ id }] = (await started.events()) as [Json];
      await started.write("PUT", `/events/${id}`, { status: "publish" });
      expect(await take(secret)).to.include({ unchanged: 1 });
      expect(await shown()).to.deep.equal(["Clinic 06"]);
      await take(vevent("one", "SUMMARY:Clinic", "CLASS:CONFIDENTIAL", ...at("07")));
      expect(await shown()).to.deep.equal([]);
      expect(await started.feed()).to.include("CLASS:PRIVATE");
      await started.write("DELETE", `/events/${id}`);
    });

    it("is no date of a series that is not", async () => {
      const series = vevent("two", "SUMMARY:Jazz", "RRULE:FREQ=WEEKLY;COUNT=3", ...at("06"));
      const date = ["RECURRENCE-ID;TZID=Europe/Rome:20310513T203000", "SUMMARY:Clinic", ...at("13")];
      const secret = vevent("two", "CLASS:PRIVATE", ...date);
      expect(await take(series, secret)).to.include({ added: 1 });
      expect(await shown()).to.deep.equal(["Jazz 06", "Jazz 20"]);
      expect(await take(series, secret)).to.include({ unchanged: 1 });
      await take(series, vevent("two", ...date));
      expect(await shown()).to.deep.equal(["Jazz 06", "Clinic 13", "Jazz 20"]);
      await take(secret.replace("Clinic", "Other"));
      expect(await shown()).to.deep.equal(["Jazz 06", "Clinic 13", "Jazz 20"]);
      await take(series, secret);
      expect(await shown()).to.deep.equal(["Jazz 06", "Jazz 20"]);
    });
  });
