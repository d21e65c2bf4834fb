import type { Plugin } from "@kalends/core/plugin";
import { plugin } from "@kalends/icalendar";
import { expect } from "chai";
import { calendar, vevent } from "../read/reading.ts";
import { STORAGES } from "../start-calendar.ts";
import { countsOf, type Json, startImport } from "./start-import.ts";

const WEEKLY = [
  "SUMMARY:Jazz",
  "DTSTART;TZID=Europe/Rome:20310506T203000",
  "DTEND;TZID=Europe/Rome:20310506T230000",
  "RRULE:FREQ=WEEKLY;COUNT=4",
];

for (const store of STORAGES)
  describe(`an import that breaks on ${store}`, () => {
    it("goes on where a run before has ended in the middle of a series", async () => {
      let isBroken = true;
      const breaking: Plugin = {
        name: "breaking",
        setup: () => ({
          writeHooks: [
            {
              beforeSave({ kind, record }) {
                if (isBroken && kind === "event" && record.title === "Late") throw new Error("It breaks.");
                return undefined;
              },
            },
          ],
        }),
      };
      const started = await startImport(store, { plugins: [plugin(), breaking] });
      const take = async (text: string): Promise<Json> => (await started.importText(text)).body;
      const titles = async () => (await started.events()).map(({ title }) => title);
      const late = vevent(
        "one",
        "SUMMARY:Late",
        "RECURRENCE-ID:20310513T183000Z",
        "DTSTART:20310513T183000Z",
      );
      const series = calendar(vevent("one", ...WEEKLY), late);
      expect(countsOf(await take(series))).to.deep.equal({ failed: 1 });
      expect(await titles()).to.deep.equal(["Jazz", "Jazz", "Jazz", "Jazz"]);
      isBroken = false;
      expect(countsOf(await take(series))).to.deep.equal({ updated: 1 });
      expect(await titles()).to.deep.equal(["Jazz", "Late", "Jazz", "Jazz"]);
      expect(countsOf(await take(series))).to.deep.equal({ unchanged: 1 });
      await started.close();
    });
  });
