import type { StoreWithAccounts } from "@kalends/core/storage";
import { createImportReport, importImages } from "@kalends/import";
import { anImage } from "@kalends/storage-contract";
import { expect } from "chai";
import { firstStore } from "../../stores.ts";
import { fakeEvent, fakeLinked, fakeRecords } from "../fake-records.ts";
import { answerError, type FakeServer, startFakeServer } from "../fake-server.ts";
import { openFake } from "../live.ts";
import { importInto, shownEvent } from "./merging.ts";

const imageOf = (id: number, more: object = {}) => ({ id, url: `https://old.example/up/${id}.jpg`, ...more });

// rules/choices.md#import-alt-texts
for (const { name, open } of firstStore)
  describe(`alt texts of images that are imported, on ${name}`, () => {
    let store: StoreWithAccounts;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    const altsOf = async (...ids: readonly number[]): Promise<readonly (string | undefined)[]> =>
      Promise.all(ids.map(async (id) => (await store.images.find(id))?.alt));
    const showing = (...images: readonly object[]) => ({
      events: images.map((image, index) => shownEvent(5 + index, { image })),
    });

    it("come with new images, cleaned; what is no text is none", async () => {
      const alt = `  A  <b>quay</b>${"x".repeat(2000)}`;
      await importInto(
        store,
        showing(imageOf(30, { alt }), imageOf(31, { alt: 7 }), imageOf(32, { alt: " " })),
      );
      expect(await altsOf(30, 31, 32)).to.deep.equal([`A quay${"x".repeat(994)}`, undefined, undefined]);
    });

    it("are given to images that are here without one, and to no others", async () => {
      await store.images.save(anImage({ id: 31, url: imageOf(31).url, alt: "Ours" }));
      await importInto(store, showing(imageOf(30), imageOf(31)));
      const source = showing(imageOf(30, { alt: "A quay" }), imageOf(31, { alt: "Theirs" }));
      for (const dryRun of [true, false]) {
        const { outcomes, lines } = await importInto(store, source, { dryRun });
        expect(outcomes).to.deep.equal(["events 5: unchanged", "events 6: unchanged"]);
        expect(lines.join()).to.match(/^alt texts added to images that were already here: 1$/);
        expect(await altsOf(30, 31)).to.deep.equal([dryRun ? undefined : "A quay", "Ours"]);
      }
      expect((await importInto(store, source)).lines).to.deep.equal([]);
    });

    it("follow the source as long as nobody changes them here", async () => {
      await importInto(store, showing(imageOf(30, { alt: "A quay" }), imageOf(31, { alt: "A hall" })));
      const hall = await store.images.find(31);
      if (hall !== undefined) await store.images.save({ ...hall, alt: "Ours" });
      const changed = showing(imageOf(30, { alt: "A new quay" }), imageOf(31, { alt: "A new hall" }));
      await importInto(store, changed);
      expect(await altsOf(30, 31)).to.deep.equal(["A new quay", "Ours"]);
      expect((await importInto(store, changed)).lines).to.deep.equal([]);
    });

    it("come with the dimensions of a file that is another one at the source", async () => {
      const image = (width: number) => showing(imageOf(30, { width, height: 20, filesize: width }));
      await importInto(store, image(40));
      await importInto(store, image(60));
      expect(await store.images.find(30)).to.include({ width: 60, height: 20, fileSize: 60 });
      const asked: (readonly string[])[] = [];
      const fetching = {
        importImages: async (_: ReadonlySet<string>, replaced: ReadonlySet<string>) => {
          asked.push([...replaced]);
          return replaced;
        },
      };
      await importInto(store, image(60), fetching);
      await importInto(store, image(80), fetching);
      await importInto(store, image(80), fetching);
      expect(asked).to.deep.equal([[], [imageOf(30).url], []]);
    });

    it("stay when the files of the image are fetched", async () => {
      await store.images.save(anImage({ id: 30, url: imageOf(30).url, alt: "A quay" }));
      await importImages(new Set([imageOf(30).url]), new Set(), {
        store,
        fetcher: { fetch: async () => ({ bytes: new Uint8Array(1) }) },
        files: {
          write: async () => ({ image: anImage({ id: 30, url: "2031/01/quay.jpg" }) }),
          remove: async () => {},
        },
        report: createImportReport({ warn() {} }),
        onProblem: async () => {},
      });
      expect(await store.images.find(30)).to.include({ url: "2031/01/quay.jpg", alt: "A quay" });
    });

    it("stay, like all other details, when a changed file is fetched, unless it was replaced here", async () => {
      const address = imageOf(30).url;
      const ours = {
        alt: "A quay",
        credit: "Ada",
        license: "CC0",
        title: "Quay",
        focalPoint: { x: 0, y: 1 },
      };
      const fetchAgain = () =>
        importImages(new Set([address]), new Set([address]), {
          store,
          fetcher: { fetch: async () => ({ bytes: new Uint8Array(1) }) },
          files: {
            write: async () => ({ image: anImage({ id: 30, author: 9, url: "b.jpg", sourceUrl: address }) }),
            remove: async () => {},
          },
          report: createImportReport({ warn() {} }),
          onProblem: async () => {},
        });
      const before = anImage({ id: 30, url: "a.jpg", sourceUrl: address, ...ours });
      await store.images.save(before);
      await fetchAgain();
      expect(await store.images.find(30)).to.deep.equal({ ...before, url: "b.jpg" });
      const replaced = { ...before, url: "2031/03/ours.jpg", isReplaced: true } as const;
      await store.images.save(replaced);
      await fetchAgain();
      expect(await store.images.find(30)).to.deep.equal(replaced);
    });
  });

// rules/choices.md#import-alt-texts
describe("alt texts of images on a live server", () => {
  let server: FakeServer;
  beforeEach(async () => {
    server = await startFakeServer(fakeRecords({ venues: 0, events: 0 }));
  });
  afterEach(() => server.close());

  const asked = (): readonly string[] => server.asked.filter((path) => path.includes("wp/v2/media"));
  const altsOf = async (): Promise<readonly (string | undefined)[]> => {
    const source = await openFake(server);
    const alts: (string | undefined)[] = [];
    for (const list of ["venues", "events"] as const)
      for await (const { records } of source.read(list))
        alts.push(...records.map(({ record }) => record.object("image")?.text("alt")));
    return alts;
  };

  it("are asked for where its lists do not tell them, once for each image", async () => {
    server.alts.set(30, "A quay").set(31, "A hall").set(32, "Not asked");
    server.records.venues.push(fakeLinked("venues", 101, { image: imageOf(31) }));
    server.records.events.push(
      fakeEvent(141, { image: imageOf(30), venue: server.records.venues[0] }),
      fakeEvent(142, { image: imageOf(32, { alt: "Told" }) }),
      fakeEvent(143, { image: imageOf(33) }),
    );
    expect(await altsOf()).to.deep.equal(["A hall", "A quay", "Told", ""]);
    expect(asked()).to.deep.equal(
      ["31", "30%2C33"].map(
        (ids) => `/wp-json/wp/v2/media?include=${ids}&per_page=100&_fields=id%2Calt_text`,
      ),
    );
  });

  it("are done without where nobody answers, and not asked for again", async () => {
    server.records.venues.push(fakeLinked("venues", 101, { image: imageOf(31) }));
    server.records.events.push(fakeEvent(141, { image: imageOf(30) }));
    server.misbehave((seen) =>
      seen.url.pathname.endsWith("/media") ? answerError(seen, 401, "rest_forbidden") : false,
    );
    expect(await altsOf()).to.deep.equal(["", ""]);
    expect(asked()).to.have.length(1);
  });
});
