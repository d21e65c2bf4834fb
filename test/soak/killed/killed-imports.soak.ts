import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { importedRecords } from "@kalends/core";
import { expect } from "chai";
import { shownCategory, shownEvent, shownVenue } from "../../import/merge/merging.ts";
import { BIN, createPlace, type Place } from "../../kalends/kalends-process.ts";
import { stores } from "../../stores.ts";

const EVENTS = 3000;
const PAGE = 50;

/** Writes list pages with records that share slugs, so that slugs cannot identify them. */
const writePages = (place: Place): string => {
  for (let first = 0; first < EVENTS; first += PAGE) {
    const events = Array.from({ length: PAGE }, (_, index) => {
      const id = 1000 + first + index;
      const venue = shownVenue(10 + (id % 40));
      return shownEvent(id, {
        slug: `event-${id % 1500}`,
        venue,
        categories: [shownCategory(1 + (id % 20))],
      });
    });
    const name = `events-${String(first).padStart(5, "0")}.json`;
    writeFileSync(join(place.directory, name), JSON.stringify({ events }));
  }
  return place.directory;
};

for (const store of stores)
  describe(`imports that are killed, on ${store.name}`, () => {
    let place: Place;
    beforeEach(() => {
      place = createPlace(store);
    });
    afterEach(() => place.clear());

    it("lose nothing and take nothing twice, however often they begin again", async () => {
      const rounds = Number(process.env.ROUNDS ?? 20);
      const folder = writePages(place);
      for (let round = 0; round < rounds; round += 1) {
        const child = spawn(process.execPath, [BIN, "import", folder], {
          cwd: place.directory,
          env: { PATH: process.env.PATH, KALENDS_PLUGINS: "none", ...(await place.storage()) },
          stdio: "ignore",
        });
        const ended = once(child, "close");
        await Promise.race([sleep(400 + 90 * round), ended]);
        child.kill("SIGKILL");
        await ended;
      }
      const { code, output, errors } = await place.run(["import", folder]);
      expect(code, errors).to.equal(0);
      const [, added, known] = /^events: (\d+) added, (\d+) already there$/m.exec(output) ?? [];
      expect(Number(added) + Number(known), output).to.equal(EVENTS);
      await place.onStore(async (opened) => {
        const found = await opened.events.readAfter(0, EVENTS + 1);
        expect(new Set(found.map(({ sourceId }) => sourceId)).size).to.equal(EVENTS);
        expect(found).to.have.length(EVENTS);
        expect(new Set(found.map(({ slug }) => slug)).size).to.equal(EVENTS);
        expect(await opened.venues.readAfter(0, 100)).to.have.length(40);
        const memory = importedRecords(opened.documents);
        for (const { id, sourceId } of found.slice(0, 200))
          expect((await memory.find("events", `old.example?id=${sourceId}`))?.id).to.equal(id);
      });
      const again = await place.run(["import", folder]);
      expect(again.output).to.include(`events: 0 added, ${EVENTS} already there`);
    });
  });
