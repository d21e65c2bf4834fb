import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { expect } from "chai";
import { runCommandLine } from "kalends/internals";
import { firstStore } from "../stores.ts";
import { PUBLISHED } from "./import-page.ts";
import { createPlace, type Place } from "./kalends-process.ts";

/** Venues with an invalid website. Each causes a note in the report. */
const VENUES = Array.from({ length: 14 }, (_, index) => ({
  ...{ ...PUBLISHED, id: 10 + index, author: "1", venue: `Hall ${index}` },
  website: "mailto:hall@example.org",
}));

for (const store of firstStore) {
  describe(`an import in a terminal, on ${store.name}`, function () {
    this.timeout(60_000);
    let place: Place;
    beforeEach(() => {
      place = createPlace(store);
    });
    afterEach(() => place.clear());

    const importIn = async (isTTY: boolean): Promise<string> => {
      const file = join(place.directory, "page.json");
      const broken = { ...PUBLISHED, author: "1", venue: "Broken" };
      writeFileSync(file, JSON.stringify({ venues: [...VENUES, broken] }));
      let errors = "";
      await runCommandLine(["import", file], {
        env: { ...(await place.storage()), KALENDS_PLUGINS: "none" },
        stdin: new PassThrough(),
        stdout: { write: () => {} },
        stderr: {
          isTTY,
          write(text: string) {
            errors += text;
          },
        },
        untilStopped: () => new Promise(() => {}),
      });
      return errors;
    };
    const notesIn = (errors: string): number => errors.match(/website is not a web address/g)?.length ?? 0;

    it("shows ten notes on records, how many more there are, and every failure", async () => {
      const errors = await importIn(true);
      expect(notesIn(errors), errors).to.equal(10);
      expect(errors).to.match(
        /kalends: 4 more notes are not shown: use --report FILE to get all of them\.\n/,
      );
      expect(errors).to.match(/record 15: |"Broken"/);
    });

    it("shows all of them where it is not a terminal", async () => {
      const errors = await importIn(false);
      expect(notesIn(errors)).to.equal(VENUES.length);
      expect(errors).to.not.include("more notes");
    });
  });
}
