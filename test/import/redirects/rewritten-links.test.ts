import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { importedRecords } from "@kalends/core";
import { expect } from "chai";
import { type ImageHost, startImageHost } from "../../http/image-host.ts";
import { aPicture } from "../../http/pictures.ts";
import { PUBLISHED } from "../../kalends/import-page.ts";
import { createPlace, type Place } from "../../kalends/kalends-process.ts";
import { firstStore, stores } from "../../stores.ts";

for (const store of firstStore) {
  describe(`links in imported texts on ${store.name}`, function () {
    this.timeout(60_000);
    let place: Place;
    let host: ImageHost;
    before(async () => {
      host = await startImageHost();
      host.serve("/uploads/photo.png", host.png, "image/png");
      host.serve("/uploads/only.png", await aPicture(20, 20), "image/png");
    });
    after(() => host.close());
    beforeEach(() => {
      place = createPlace(store);
    });
    afterEach(() => place.clear());

    const record = (id: number, path: string, of: object): object => ({
      ...{ ...PUBLISHED, id, global_id: `old.example?id=${id}`, url: host.origin + path, ...of },
    });
    const event = (id: number, path: string, description: string, of: object = {}): object =>
      record(id, path, {
        ...{ title: `Event ${id}`, slug: `event-${id}`, description, excerpt: description },
        ...{ start_date: "2031-05-06 10:00:00", end_date: "2031-05-06 12:00:00" },
        ...{ utc_start_date: "2031-05-06 10:00:00", utc_end_date: "2031-05-06 12:00:00", timezone: "UTC" },
        ...of,
      });

    const run = async (page: object, ...args: readonly string[]): Promise<string> => {
      const file = join(place.directory, "page.json");
      writeFileSync(file, JSON.stringify(page));
      const outcome = await place.run(["import", file, "--rewrite-links", ...args], {
        KALENDS_IMAGE_ALLOW_HOSTS: host.host,
      });
      // If an image cannot be copied, the command exits with 1.
      expect(outcome.code, outcome.errors).to.equal(outcome.errors.includes("was not copied") ? 1 : 0);
      return outcome.output;
    };
    const textOf = (id: number): Promise<readonly (string | undefined)[]> =>
      place.onStore(async ({ events }) => {
        const found = await events.find(id);
        return [found?.description, found?.excerpt];
      });

    const pageOf = (text: string): object => ({
      categories: [
        {
          id: 5,
          name: "Music",
          slug: "music",
          description: '<a href="/tipo/jazz/">x</a>',
          url: `${host.origin}/tipo/music/`,
        },
        { id: 6, name: "Jazz", slug: "jazz", parent: 5, url: `${host.origin}/tipo/jazz/` },
      ],
      venues: [
        record(8, "/luogo/hall/", {
          venue: "Hall",
          slug: "hall",
          description: '<a href="/evento/two/#top">x</a>',
        }),
      ],
      events: [
        event(1, "/evento/one/", text, {
          image: { id: 20, url: `${host.origin}/uploads/photo.png`, extension: "png" },
        }),
        event(
          2,
          "/evento/two/",
          '<a href="https://old.example/evento/one">x</a><img src="/uploads/only-30x20.png">',
        ),
      ],
    });

    it("lead to what was imported, before and after, and nowhere else", async () => {
      const o = host.origin;
      const text = [
        `<p><a href="${o}/evento/two/?ical=1">a</a> <a href="../../tipo/jazz/">b</a> <a href="/luogo/hall/">c</a>`,
        `<img src="${o}/uploads/photo-300x200.png" srcset="${o}/uploads/photo.png 2x, /uploads/no.png 1x" alt="" />`,
        `<a href="${o}/about/">d</a> <a href="https://other.example/evento/two/">e</a> <a href="#f">f</a></p>`,
      ].join("\n");
      const page = pageOf(text);
      const first = await run(page);
      expect(first).to.include("events: 2 added");
      const image = await place.onStore(({ images }) => images.find(20));
      const media = "/wp-json/media";
      const expected = [
        `<p><a href="/event/event-2/?ical=1">a</a> <a href="/events/category/music/jazz/">b</a> <a href="/venue/hall/">c</a>`,
        `<img src="${media}/${image?.sizes.medium?.url}" srcset="${media}/${image?.url} 2x, /uploads/no.png 1x" alt="" />`,
        `<a href="${o}/about/">d</a> <a href="https://other.example/evento/two/">e</a> <a href="#f">f</a></p>`,
      ].join("\n");
      expect(await textOf(1)).to.eql([expected, expected]);
      // Only the text refers to this image.
      const only = await place.onStore(({ images }) => images.findByUrl(`${o}/uploads/only.png`));
      expect((await textOf(2))[0]).to.equal(
        `<a href="/event/event-1/">x</a><img src="${media}/${only?.url}" />`,
      );
      expect(host.asked.filter((asked) => asked.includes("/uploads/only"))).to.eql(["GET /uploads/only.png"]);
      await place.onStore(async ({ venues, terms, documents }) => {
        expect((await venues.find(8))?.description).to.equal('<a href="/event/event-2/#top">x</a>');
        const music = await terms.find("category", 5);
        expect(music?.description).to.equal('<a href="/events/category/music/jazz/">x</a>');
        const open = await importedRecords(documents).readOpenAfter("events", "", 10);
        expect(open.map(({ openLinks }) => openLinks)).to.eql([[`${o}/uploads/no.png`, `${o}/about/`]]);
      });
      const contents = await place.onStore(async ({ events, documents }) =>
        JSON.stringify([await events.readAfter(0, 10), await documents.readAfter("", "", 100)]),
      );
      const verified = await place.run(["verify", join(place.directory, "page.json")]);
      expect(verified.output, verified.output)
        .to.include("links to the old site lead to this one")
        .and.include("5 of 5 equal");
      const second = await run(page);
      expect(second)
        .to.include("events: 0 added")
        .and.to.not.match(/[1-9]\d* (?:updated|conflict)/);
      expect(
        await place.onStore(async ({ events, documents }) =>
          JSON.stringify([await events.readAfter(0, 10), await documents.readAfter("", "", 100)]),
        ),
      ).to.equal(contents);
    });

    it("are settled when what they lead to comes, unless the text was changed here", async () => {
      const link = '<a href="/evento/three/">x</a>';
      const page = { events: [event(1, "/evento/one/", link), event(2, "/evento/two/", link)] };
      await run(page, "--no-images");
      await place.onStore(async ({ events }) => {
        const two = await events.find(2);
        if (two !== undefined) await events.save({ ...two, title: "Changed" });
      });
      await run({ events: [event(3, "/evento/three/", "here")] }, "--no-images");
      expect((await textOf(1))[0]).to.equal('<a href="/event/event-3/">x</a>');
      expect((await textOf(2))[0]).to.equal(link);
      const again = await run({ events: [event(1, "/evento/one/", link)] }, "--no-images");
      expect(again).to.not.match(/[1-9]\d* (?:updated|conflict)/);
    });

    // The following tests do not depend on the storage.
    if (store !== stores[0]) return;

    it("begin with baseUrl, and do not change in a dry run", async () => {
      const file = join(place.directory, "page.json");
      writeFileSync(file, JSON.stringify(pageOf('<a href="/evento/two/">x</a>')));
      const environment = { KALENDS_BASE_URL: "https://new.example" };
      const args = ["import", file, "--rewrite-links", "--no-images"];
      await place.run([...args, "--dry-run"], environment);
      expect(await textOf(1)).to.eql([undefined, undefined]);
      await place.run(args, environment);
      expect((await textOf(1))[0]).to.equal('<a href="https://new.example/event/event-2/">x</a>');
    });

    it("are left alone, and shortcodes named, without --rewrite-links", async () => {
      const text =
        '<a href="/evento/one/">x</a> [gallery ids="1,2"] [tribe_events] [sic] [[caption]] [box]y[/box] [b 1]';
      const file = join(place.directory, "page.json");
      const report = join(place.directory, "report.jsonl");
      writeFileSync(file, JSON.stringify({ events: [event(1, "/evento/one/", text)] }));
      await place.run(["import", file, "--report", report]);
      expect(readFileSync(report, "utf8")).to.include("has shortcodes: gallery, tribe_events, box");
      expect((await textOf(1))[0]).to.equal(text);
    });
  });
}
