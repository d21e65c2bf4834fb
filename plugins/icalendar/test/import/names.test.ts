import { expect } from "chai";
import { calendar, vevent } from "../read/reading.ts";
import { STORAGES } from "../start-calendar.ts";
import { countsOf, type Json, type Started, startImport } from "./start-import.ts";

for (const store of STORAGES)
  describe(`names in a calendar that is imported on ${store}`, () => {
    let started: Started;
    beforeEach(async () => {
      started = await startImport(store);
    });
    afterEach(() => started.close());

    it("are text, never markup", async () => {
      const [link, image] = ['<a href="https://evil.example/">Hall</a>', "<\uFDD0img src=x> &lt;b&gt;"];
      const text = calendar(
        vevent(
          ...[
            "one",
            "DTSTART;TZID=Europe/Rome:20310506T203000",
            `SUMMARY:${image} A & B < C`,
            `LOCATION:${link}`,
          ],
          ...[`ORGANIZER;CN=${image}:mailto:info@blue.example`, `CONTACT:${link}`],
        ),
      );
      const taken = async () => countsOf((await started.importText(text)).body);
      expect(await taken()).to.deep.equal({ added: 1 });
      const [{ title, venue, organizer }] = await started.events();
      for (const name of [title, venue.venue, ...organizer.map((one: Json) => one.organizer)])
        expect(name).to.not.include("<");
      expect(venue.venue).to.equal('&lt;a href="https://evil.example/"&gt;Hall&lt;/a&gt;');
      expect(title).to.match(/^&lt;.?img src=x&gt; &amp;lt;b&amp;gt; A &#038; B &lt; C$/);
      expect(await taken()).to.deep.equal({ unchanged: 1 });
    });
  });
