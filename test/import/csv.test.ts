import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CalendarEvent, Organizer, Post, Venue } from "@kalends/core";
import { toCost } from "@kalends/core/storage";
import { createHtmlCleaner } from "@kalends/html";
import { anEvent, anImage, anOrganizer, aTerm, aVenue, seedsOf } from "@kalends/storage-contract";
import { expect } from "chai";
import fc from "fast-check";
import { createPlace, type Environment, type Place } from "../kalends/kalends-process.ts";
import { firstStore, stores } from "../stores.ts";

const BASE = { KALENDS_BASE_URL: "https://calendar.example/site" };
const LISTS = ["categories", "events", "organizers", "tags", "venues"] as const;

/** Characters that have a special meaning in a CSV cell. */
const PIECES = [
  "=",
  "+1",
  "-",
  "@a",
  "'",
  '"',
  ",",
  ";",
  "|",
  "\t",
  "é",
  "日本",
  "😀",
  "&",
  "&amp;",
  "<b>",
  "</b>",
  " ",
  "a",
  "B2",
  "%41",
];
const line = fc.array(fc.constantFrom(...PIECES), { maxLength: 6 }).map((pieces) => pieces.join(""));
const html = fc.array(fc.constantFrom(...PIECES, "\n", "\r\n", "\n\n"), { maxLength: 8 });
const flag = fc.boolean();
const { clean } = createHtmlCleaner();

/** Random texts in the form in which they are stored: sanitized, on one line and not empty. */
const name = (id: number) => line.map((text) => `${clean(text).replace(/\s+/g, " ").trim()}x${id}`.trim());
const detail = line.map((text) =>
  text
    .replace(/<[^<>]*>|%[0-9a-f]{2}/gi, "")
    .replace(/\s+/g, " ")
    .trim(),
);

const post = (id: number) =>
  fc.record({
    id: fc.constant(id),
    author: fc.nat(3),
    slug: fc.constant(`slug-${id}`),
    status: fc.constantFrom("publish", "draft", "pending", "private"),
    description: html.map((pieces) => clean(pieces.join("")).trim()),
  });

const venue = (id: number): fc.Arbitrary<Venue> =>
  fc
    .record({
      post: post(id),
      details: fc.record({
        name: name(id),
        ...{ address: detail, city: detail, country: detail, province: detail, state: detail },
        ...{ zip: detail, phone: detail, stateProvince: detail, showMap: flag, showMapLink: flag },
      }),
      lat: fc.option(fc.integer({ min: -900, max: 900 }), { nil: undefined }),
    })
    .map(({ post: own, details, lat }) =>
      aVenue({
        ...own,
        ...details,
        ...(lat !== undefined && { coordinates: { lat: lat / 10, lng: -lat / 5 } }),
      }),
    );

const organizer = (id: number): fc.Arbitrary<Organizer> =>
  fc
    .record({ post: post(id), details: fc.record({ name: name(id), phone: detail, email: detail }) })
    .map(({ post: own, details }) =>
      anOrganizer({ ...own, ...details, website: "https://a.example/?a=1&b=%272" }),
    );

const event = (id: number): fc.Arbitrary<CalendarEvent> =>
  fc
    .record({
      post: post(id),
      title: name(id),
      excerpt: html.map((pieces) => clean(pieces.join("")).trim()),
      flags: fc.record({
        showMap: flag,
        showMapLink: flag,
        hideFromListings: flag,
        sticky: flag,
        featured: flag,
      }),
      cost: fc.constantFrom("", "20", "=20 €", "Free", "10 - 20 $"),
      links: fc.record({ venueId: fc.constantFrom(10, 11), organizerIds: fc.subarray([20, 21]) }),
      terms: fc.record({ categoryIds: fc.subarray([1, 2, 3]), tagIds: fc.subarray([4, 5]) }),
      day: fc.integer({ min: 10, max: 28 }),
    })
    .map(({ post: own, title, excerpt, flags, cost, links, terms, day }) =>
      anEvent({
        ...{ ...own, title, excerpt, ...flags, ...links, ...terms },
        start: `2031-01-${day} 19:30:00`,
        end: `2031-01-${day} 22:00:01`,
        utcStart: `2031-01-${day} 18:30:00`,
        utcEnd: `2031-01-${day} 21:00:01`,
        timezone: "Europe/Berlin",
        abbreviation: "CET",
        imageId: 30,
        cost: toCost([cost]),
      }),
    );

/** Returns the members of a record that tables contain. */
const imported = (record: Post): unknown => {
  const { lineage: _, sourceId: _id, externalIds: _ids, imageId: _image, ...members } = record;
  return members;
};

for (const store of firstStore) {
  describe(`tables, on ${store.name}`, function () {
    this.timeout(60_000);
    let place: Place;
    let second: Environment;
    beforeEach(async () => {
      place = createPlace(store);
      second = { ...BASE, ...(await place.storage("second")) };
    });
    afterEach(() => place.clear());

    const table = (folder: string, list: string): string =>
      readFileSync(join(place.directory, folder, `${list}.csv`), "utf8");

    const fill = (seed: number): Promise<void> =>
      place.onStore(async (opened) => {
        const [records] = fc.sample(
          fc.record({
            venues: fc.tuple(venue(10), venue(11)),
            organizers: fc.tuple(organizer(20), organizer(21)),
            events: fc.tuple(...[40, 41, 42, 43, 44, 45, 46, 47].map(event)),
          }),
          { seed, numRuns: 1 },
        );
        if (records === undefined) throw new Error("no sample");
        await opened.transaction(async ({ events, ids, images, organizers, terms, venues }) => {
          await ids.reserve("record", 50);
          await ids.reserve("term", 5);
          await images.save(anImage({ id: 30, url: "https://images.example/a.jpg" }));
          await terms.save(aTerm({ id: 1, name: "Jazz, Blues", slug: "jazz" }));
          await terms.save(aTerm({ id: 2, parentId: 1, name: "=Bebop", slug: "bebop" }));
          await terms.save(aTerm({ id: 3, name: "Jazz", slug: "jazz-2" }));
          await terms.save(aTerm({ id: 4, taxonomy: "tag", name: "a", slug: "a" }));
          await terms.save(aTerm({ id: 5, taxonomy: "tag", name: "A", slug: "a-2" }));
          for (const one of records.venues) await venues.save(one);
          for (const one of records.organizers) await organizers.save(one);
          for (const one of records.events) await events.save(one);
        });
      });

    const stored = async (name?: string): Promise<unknown> => {
      const opened = await place.open(name);
      const records = await Promise.all(
        [opened.events, opened.venues, opened.organizers].map(async (posts) =>
          // An import gives records new revisions.
          (await posts.readAfter(0, 100)).map(({ revision: _given, ...record }) => record),
        ),
      );
      await opened.close();
      return records.map((posts) => posts.map(imported));
    };

    for (const seed of seedsOf(20_310_101).slice(0, store.name === "sqlite" ? 2 : 1)) {
      it(`bring back what was exported, ids included, and change nothing a second time (${seed})`, async () => {
        await fill(seed);
        const exported = await place.run(["export", "first", "--format", "csv", "--status", "all"], BASE);
        expect(exported, exported.errors).to.include({ code: 0 });
        expect(exported.output).to.equal(
          "Exported 8 events, 2 venues, 2 organizers, 3 categories, 2 tags.\n",
        );
        const taken = await place.run(["import", "first", "--no-images"], second);
        expect(taken.code, taken.errors).to.equal(0);
        const again = await place.run(["import", "first", "--no-images"], second);
        expect(again.output).to.include("events: 0 added, 8 already there\n");
        await place.run(["export", "again", "--format", "csv", "--status", "all"], second);
        for (const list of LISTS) expect(table("again", list), list).to.equal(table("first", list));
        expect(await stored("second")).to.deep.equal(await stored());
      });
    }

    // The following tests do not depend on the storage.
    if (store !== stores[0]) return;

    it("hold what is published alone, unless other statuses are named", async () => {
      await place.onStore(async ({ events, venues }) => {
        await venues.save(aVenue({ id: 1, status: "draft", name: "Secret" }));
        await events.save(anEvent({ id: 2, venueId: 1, title: "Shown" }));
        await events.save(anEvent({ id: 3, status: "trash", title: "Gone" }));
        await events.save(anEvent({ id: 4, status: "private", title: "Private" }));
      });
      const { errors } = await place.run(["export", "out", "--format", "csv"]);
      expect(errors).to.include("KALENDS_BASE_URL is not set, so the tables contain no global ids");
      expect(table("out", "events"))
        .to.include("Shown")
        .and.not.to.match(/Secret|Gone|Private/);
      expect(table("out", "venues").split("\r\n")).to.have.length(2);
      await place.run(["export", "more", "--format", "csv", "--status", "publish, private"]);
      expect(table("more", "events"))
        .to.match(/Shown(?:.|\s)*Private/)
        .and.not.to.include("Gone");
      for (const [args, message] of [
        [["out", "--format", "csv"], /The folder out is not empty/],
        [
          ["new", "--format", "csv", "--status", "lost"],
          /The status lost is unknown; known statuses: publish, /,
        ],
        [["new", "--status", "draft"], /--status is only for --format csv/],
      ] as const) {
        const refused = await place.run(["export", ...args]);
        expect(refused).to.include({ code: 1, output: "" });
        expect(refused.errors).to.match(message);
      }
    });

    it("are merged like every source: rows change what was not changed here, others are kept out", async () => {
      const rows = [
        "Event Name,Start Date,Venue,Tags,Excerpt",
        "A,2031-05-06,Main Hall,x,",
        "B,2031-05-07,main hall,,",
      ];
      const write = (name: string, lines: readonly string[]): void => {
        mkdirSync(join(place.directory, "in"), { recursive: true });
        writeFileSync(join(place.directory, "in", name), lines.join("\n"));
      };
      await place.onStore(({ venues }) => venues.save(aVenue({ id: 7, name: "Main Hall" })));
      write("events.csv", rows);
      const first = await place.run(["import", "in"]);
      expect(first, first.errors).to.include({ code: 0, errors: "" });
      expect(first.output).to.equal(
        "Nothing was lost: 4 of 4 records are here.\ntags: 1 added, 0 already there\nevents: 2 added, 0 already there\nvenues: 0 added, 1 already there\n",
      );
      await place.onStore(async ({ events, organizers }) => {
        const [a, b] = await events.readAfter(0, 10);
        expect([a?.venueId, b?.venueId]).to.deep.equal([7, 7]);
        if (b !== undefined) await events.save({ ...b, title: "B, changed here" });
        await organizers.save(anOrganizer({ id: 500, name: "Ann" }));
      });
      write("events.csv", [
        ...rows.slice(0, 1),
        `${rows[1]}new`,
        `${rows[2]}new`,
        "C,2031-05-08,,,",
        "D,never,,,",
      ]);
      write("places.csv", ["Venue Name,Venue City", "Main Hall,Bern"]);
      const changed = await place.run(["import", "in"]);
      expect(changed.code).to.equal(0);
      expect(changed.output).to.match(/^events: 1 added, 0 already there, 1 updated, .*1 conflict/m);
      expect(changed.errors).to.match(/line 5: kept out: .*the column "Start Date" is no date: never/);
      const compared = await place.run(["verify", "in"]);
      expect(compared.output).to.include('title is "B" there and "B, changed here" here\n');
      expect(compared.output).to.match(/4 of 5 equal\n/);
    });
  });
}
