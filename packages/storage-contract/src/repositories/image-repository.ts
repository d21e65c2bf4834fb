import { evaluateImageQuery, type ImageQuery, type ImageRepository } from "@kalends/core/storage";
import { expect } from "chai";
import { anEvent, anImage, anOrganizer, aVenue } from "../fixtures.ts";
import { idsOf, type OpenStore, storeForEach } from "../opened.ts";

const SIZE = { width: 150, height: 100, mimeType: "image/webp", url: "2030/01/small.webp" };
const FULL = anImage({
  sourceUrl: "https://images.example/ä b.jpg?c=%20",
  width: 4000,
  height: 3000,
  fileSize: 123456789,
  alt: 'A "band" on a pier, ä\u{1F3B7}',
  title: "Harbour <Jazz> & Co.",
  credit: "Ada Example, 2030",
  license: "https://example.org/by?x='1'",
  focalPoint: { x: 0.25, y: 1 },
  sizes: { small: { ...SIZE, fileSize: 2048 }, "odd $size.name": SIZE },
});

/**
 * Defines the tests for every image repository. `open` must return a new, empty store. No test may be
 * skipped.
 */
export const imageRepositoryContract = (open: OpenStore): void => {
  describe("ImageRepository", () => {
    const store = storeForEach(open);
    const images = (): ImageRepository => store().images;
    const saveAll = async (...all: readonly Parameters<typeof anImage>[0][]): Promise<void> => {
      for (const fields of all) await images().save(anImage(fields));
    };

    it("keeps every member, and leaves out those that were not given", async () => {
      await saveAll(FULL, { id: 2 });
      expect(await images().find(1)).to.deep.equal(FULL);
      expect(await images().find(2)).to.deep.equal(anImage({ id: 2 }));
      expect(await images().find(3)).to.equal(undefined);
    });

    it("replaces an image with the same id, whole", async () => {
      await saveAll(FULL, { id: 1, author: 2 });
      expect(await images().find(1)).to.deep.equal(anImage({ id: 1, author: 2 }));
      expect(await images().findByUrl(FULL.sourceUrl ?? "")).to.equal(undefined);
    });

    it("finds many at once, each once, without those that do not exist", async () => {
      await saveAll({ id: 1 }, { id: 2 }, { id: 3 });
      const found = await images().findMany([3, 99, 1, 3]);
      expect(found).to.have.deep.members([anImage({ id: 1 }), anImage({ id: 3 })]);
      expect(await images().findMany([])).to.deep.equal([]);
    });

    it("finds by either address, the lowest id among several", async () => {
      const same = "https://images.example/same";
      await saveAll(
        { id: 3, url: "a.jpg", sourceUrl: same },
        { id: 2, url: "b.jpg", sourceUrl: same },
        { id: 1, url: "c.jpg" },
        { id: 4, url: same },
      );
      expect((await images().findByUrl(same))?.id).to.equal(2);
      expect((await images().findByUrl("a.jpg"))?.id).to.equal(3);
      for (const other of ["A.jpg", "%", ""]) expect(await images().findByUrl(other)).to.equal(undefined);
    });

    it("removes, once", async () => {
      await saveAll({ id: 1 });
      expect(await images().remove(1)).to.equal(true);
      expect(await images().remove(1)).to.equal(false);
      expect(await images().find(1)).to.equal(undefined);
      expect(await images().findByUrl(anImage({ id: 1 }).url)).to.equal(undefined);
    });

    it("lists the newest first, a page at a time", async () => {
      await saveAll({ id: 30 }, { id: 10 }, { id: 20 });
      for (const [page, ids] of [
        [1, [30, 20]],
        [2, [10]],
        [9, []],
      ] as const) {
        const items = ids.map((id) => anImage({ id }));
        expect(await images().list({ page, perPage: 2 })).to.deep.equal({ items, total: 3 });
      }
      await images().remove(20);
      expect((await images().list({ page: 1, perPage: 2 })).total).to.equal(2);
    });

    const EVERYTHING = { page: 1, perPage: 100 };
    const IMAGES = [
      anImage({ id: 11, url: "2030/01/harbour-poster-11-0a1b2c.jpg", createdUtc: "2029-12-01 12:00:00" }),
      anImage({ id: 12, title: "Hafen Ömer", createdUtc: "2029-12-02 00:00:00" }),
      anImage({ id: 13, alt: "A band % on_a\\ pier", createdUtc: "2029-12-02 00:00:01" }),
      anImage({ id: 14, credit: "Ada Example", license: "harbour", createdUtc: "2031-01-01 00:00:00" }),
      anImage({ id: 15, title: "pier", alt: "Hafen", createdUtc: "2031-01-01 00:00:00" }),
    ];
    const queries: readonly Omit<ImageQuery, "page" | "perPage">[] = [
      ...[["harbour"], ["hafen"], ["omer"], ["pier"], ["pier", "hafen"], ["band", "pier"], ["ada exa"]].map(
        (search) => ({ search }),
      ),
      ...[["%"], ["_"], ["\\"], ["11"], ["0a1b2c"], ["jpg"], ["po"], ["*"], ["none of them"], []].map(
        (search) => ({ search }),
      ),
      ...[true, false].map((isUsed) => ({ isUsed })),
      { created: { from: "2029-12-02 00:00:00" } },
      { created: { before: "2029-12-02 00:00:00" } },
      { created: { from: "2029-12-02 00:00:00", before: "2029-12-02 00:00:01" } },
      { created: {} },
      { search: ["pier"], isUsed: true, created: { from: "2029-12-02 00:00:00" } },
    ];

    it("finds by words of name, title, alternative text and credit, by use and by time", async () => {
      await saveAll(...IMAGES);
      await store().events.save(anEvent({ id: 1, imageId: 11, status: "trash" }));
      await store().venues.save(aVenue({ id: 2, imageId: 13 }));
      await store().organizers.save(anOrganizer({ id: 3, imageId: 15, status: "draft" }));
      const used = new Set([11, 13, 15]);
      for (const query of queries)
        for (const paging of [EVERYTHING, { page: 2, perPage: 1 }]) {
          const wanted = evaluateImageQuery({ ...query, ...paging }, IMAGES, used);
          expect(await images().list({ ...query, ...paging }), JSON.stringify(query)).to.deep.equal(wanted);
        }
      expect(idsOf((await images().list({ ...EVERYTHING, search: ["pier"] })).items)).to.deep.equal([15, 13]);
      expect(idsOf((await images().list({ ...EVERYTHING, isUsed: false })).items)).to.deep.equal([14, 12]);
    });

    it("finds a changed image by its new words only, and a removed one no more", async () => {
      await saveAll({ id: 1, title: "before" });
      await saveAll({ id: 1, title: "afterwards" });
      const found = async (word: string): Promise<readonly number[]> =>
        idsOf((await images().list({ ...EVERYTHING, search: [word] })).items);
      expect(await found("before")).to.deep.equal([]);
      expect(await found("afterwards")).to.deep.equal([1]);
      await images().remove(1);
      expect(await found("afterwards")).to.deep.equal([]);
    });

    it("reads on by id", async () => {
      await saveAll({ id: 30 }, { id: 10 }, { id: 20 });
      expect(await images().readAfter(0, 2)).to.deep.equal([anImage({ id: 10 }), anImage({ id: 20 })]);
      expect(idsOf(await images().readAfter(20, 2))).to.deep.equal([30]);
      expect(await images().readAfter(30, 2)).to.deep.equal([]);
    });
  });
};
