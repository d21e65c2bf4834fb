import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CalendarEvent } from "@kalends/core";
import { aTerm, aVenue } from "@kalends/storage-contract";
import { expect } from "chai";
import { createPlace, type Environment, type Place } from "../kalends/kalends-process.ts";
import { firstStore, stores } from "../stores.ts";
import { fakeEvent, fakeRecords } from "./fake-records.ts";
import { type FakeServer, startFakeServer } from "./fake-server.ts";

const SITE = fileURLToPath(new URL("../../fixtures/reference-site", import.meta.url));
const COUNT = ["categories", "tags", "venues", "organizers", "events"].reduce(
  (sum, list) => sum + JSON.parse(readFileSync(join(SITE, `${list}.json`), "utf8"))[list].length,
  0,
);
const { events: EVENTS } = JSON.parse(readFileSync(join(SITE, "events.json"), "utf8")) as {
  readonly events: readonly { readonly id: number; readonly title: string }[];
};

const FREE = { currency_symbol: "", currency_code: "", currency_position: "", values: ["0"] };

for (const store of firstStore) {
  describe(`kalends verify, on ${store.name}`, function () {
    this.timeout(60_000);
    let place: Place;
    before(async () => {
      place = createPlace(store);
      // The ids of the imported records are already used in this calendar.
      await place.onStore(async ({ ids, terms, venues }) => {
        await ids.reserve("record", 2000);
        await ids.reserve("term", 100);
        await terms.save(aTerm({ id: 12, taxonomy: "tag", slug: "something-else", name: "Something else" }));
        await venues.save(aVenue({ id: EVENTS[3]?.id ?? 0 }));
      });
      const report = await place.run(["import", "--no-images", "--report", "import.jsonl", SITE]);
      expect(report.code, report.errors).to.equal(0);
    });
    after(() => place.clear());

    const readLines = (name: string): readonly Record<string, unknown>[] =>
      readFileSync(join(place.directory, name), "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));

    it("says of all records that they are equal, and by which rules they differ", async () => {
      const { code, output, errors } = await place.run(["verify", SITE]);
      expect(code, errors + output).to.equal(0);
      expect(output)
        .to.match(new RegExp(`^Nothing was lost: ${COUNT} of ${COUNT} records are equal\\.\n`))
        .and.include("Expected differences:")
        .and.include("the global id is that of this site, and the old one is in the lineage\n")
        .and.include("the record has a new id here\n")
        .and.not.include("rules/");
    });

    it("writes what became of each record into the report of the import", () => {
      const [first, ...entries] = readLines("import.jsonl");
      expect(first).to.include({ report: "kalends", command: "import", source: SITE });
      const last = entries.pop();
      expect(entries.filter(({ outcome }) => outcome === "added")).to.have.length(COUNT);
      expect(last).to.have.property("ended").and.not.equal("");
      expect(last).to.not.have.property("problem");
    });

    it("names what is not equal, not here, or of others, with both values", async () => {
      const [changed, gone, trashed] = EVENTS;
      const before: CalendarEvent[] = [];
      await place.onStore(async ({ events }) => {
        for (const one of [changed, trashed]) before.push(...(await events.findMany([one?.id ?? 0])));
        const [event, other] = before;
        if (event === undefined || other === undefined) throw new Error("Both were imported.");
        await events.save({ ...event, title: "Changed \u001b[31mhere", featured: !event.featured });
        await events.save({
          ...other,
          status: "trash",
          trashed: { status: "publish", slug: other.slug },
          hideFromListings: true,
        });
      });
      const page = join(place.directory, "more.json");
      writeFileSync(
        page,
        JSON.stringify({ events: [{ ...gone, id: 90_000, global_id: "calendar.example?id=90000" }, 7] }),
      );
      const { code, output, errors } = await place.run(["verify", SITE, page, "--report", "proof.html"]);
      expect(code).to.equal(1);
      expect(output)
        .to.include(
          `events ${changed?.id} "${changed?.title}", here ${changed?.id}: title is "${changed?.title}" there`,
        )
        .and.include(`here ${changed?.id}: featured is `)
        .and.include(`events ${trashed?.id} "${trashed?.title}": it is in the trash here\n`)
        .and.include(`events 90000 "${gone?.title}": it was not imported\n`)
        .and.match(/more\.json, record 1: the record is not an object\n/)
        .and.include(`${COUNT - 2} of ${COUNT + 2} equal\n`)
        .and.not.include("\u001b");
      expect(errors).to.include("kalends: 4 records are not equal.\n");
      // Restores the records, because other tests expect them.
      await place.onStore(async ({ events }) => {
        for (const event of before) await events.save(event);
      });
      const proof = readFileSync(join(place.directory, "proof.html"), "utf8");
      const verdict = `4 of ${COUNT + 2} records are not equal, or not here.`;
      expect(output.startsWith(verdict), output.slice(0, 200)).to.equal(true);
      expect(output.indexOf("Expected differences:")).to.be.lessThan(output.indexOf("title is"));
      expect(proof).to.match(new RegExp(`<h1>${verdict}`));
      expect(proof).to.include("<h2>Different (1)</h2>").and.include("<h2>Missing here (2)</h2>");
      expect(proof)
        .to.include("<h2>Failed (1)</h2>")
        .and.include(`${COUNT - 2} of ${COUNT + 2} equal`);
    });

    // The following tests do not depend on the storage.
    if (store !== stores[0]) return;

    it("compares some, the same ones for the same seed", async () => {
      const sampled = async (...options: readonly string[]): Promise<readonly unknown[]> => {
        const args = ["verify", SITE, "--sample", "4", "--report", "sample.jsonl", ...options];
        const { code, output } = await place.run(args);
        expect(code, output).to.equal(0);
        expect(output).to.include("4 of 4 equal\n");
        const seed = /The seed of the sample is (\d+)\./.exec(output)?.[1];
        const records = readLines("sample.jsonl").flatMap(({ list, id }) => (list ? [`${list} ${id}`] : []));
        return [seed, ...records];
      };
      const [seed, ...records] = await sampled();
      expect(records).to.have.length(4);
      expect(await sampled("--seed", String(seed))).to.deep.equal([seed, ...records]);
    });

    it("compares nothing that has no memory", async () => {
      const { code, errors } = await place.run(["verify", join(place.directory, "nowhere")]);
      expect(code).to.equal(1);
      expect(errors).to.match(/^kalends: File or folder .*nowhere not found\.\n$/);
      const refused = await place.run(["verify", SITE, "--report", "report.txt"]);
      expect(refused.code).to.equal(1);
      expect(refused.errors).to.equal("kalends: The report file report.txt must end in .jsonl or .html.\n");
    });
  });

  if (store !== stores[0]) continue;

  describe(`kalends verify of a live server, on ${store.name}`, function () {
    this.timeout(60_000);
    const SIGNED_IN: Environment = { KALENDS_IMPORT_PASSWORD: "open sesame" };
    let server: FakeServer;
    let place: Place;
    beforeEach(async () => {
      server = await startFakeServer(fakeRecords({ events: 12 }), { longestPage: 10 });
      server.passwords.set("ann", "open sesame");
      server.records.events.push(
        fakeEvent(170, { status: "draft" }),
        fakeEvent(171, { status: "private", description: "<p>R&amp;B &#8211; <b>live</b></p>" }),
        fakeEvent(168, { hide_from_listings: true, cost: "Gratis", cost_details: FREE }),
      );
      place = createPlace(store);
    });
    afterEach(() => Promise.all([server.close(), place.clear()]));

    it("asks both for all that somebody sees, and finds what one side has changed since", async () => {
      const args = [server.origin, "--user", "ann"];
      const taken = await place.run(["import", ...args, "--no-images"], SIGNED_IN);
      expect(taken.code, taken.errors).to.equal(0);
      const same = await place.run(["verify", ...args], SIGNED_IN);
      expect(same.output).to.include("23 of 23 equal\n");
      expect([same.code, same.output.includes("sesame")], same.errors).to.deep.equal([0, false]);

      const [first, second] = server.records.events;
      if (first !== undefined) first.title = "Moved to the park";
      server.records.events.splice(1, 1);
      server.records.events.push(fakeEvent(180));
      const { code, output, errors } = await place.run(["verify", ...args], SIGNED_IN);
      expect(code).to.equal(1);
      expect(output).to.include('title is "Moved to the park" there and ').and.include("events 180 ");
      expect(output).to.include("21 of 23 equal\n");
      expect(errors).to.include(
        `events: 1 imported records are no longer listed at the source: ${second?.id}.`,
      );
    });
  });
}
