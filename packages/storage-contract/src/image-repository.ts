import { expect } from "chai";
import { anImage } from "./fixtures.ts";
import { type OpenStore, storeForEach } from "./opened.ts";

/** What every image repository does. `open` gives a new, empty store; no test may be skipped. */
export const imageRepositoryContract = (open: OpenStore): void => {
  describe("ImageRepository", () => {
    const store = storeForEach(open);
    const size = { width: 150, height: 100, mimeType: "image/webp", url: "2030/01/small.webp" };
    const full = anImage({
      id: 1,
      sourceUrl: "https://images.example/ä b.jpg?c=%20",
      width: 4000,
      height: 3000,
      fileSize: 123456789,
      sizes: { small: { ...size, fileSize: 2048 }, "odd $size.name": size },
    });

    it("keeps every member, and leaves out those that were not given", async () => {
      await store().images.save(full);
      await store().images.save(anImage({ id: 2 }));
      expect(await store().images.find(1)).to.deep.equal(full);
      expect(await store().images.find(2)).to.deep.equal(anImage({ id: 2 }));
      expect(await store().images.find(3)).to.equal(undefined);
    });

    it("replaces an image with the same id, whole", async () => {
      await store().images.save(full);
      await store().images.save(anImage({ id: 1, author: 2 }));
      expect(await store().images.find(1)).to.deep.equal(anImage({ id: 1, author: 2 }));
      expect(await store().images.findByUrl(full.sourceUrl ?? "")).to.equal(undefined);
    });

    it("finds many at once, each once, without those that do not exist", async () => {
      for (const id of [1, 2, 3]) await store().images.save(anImage({ id }));
      const found = await store().images.findMany([3, 99, 1, 3]);
      expect(found).to.have.deep.members([anImage({ id: 1 }), anImage({ id: 3 })]);
      expect(await store().images.findMany([])).to.deep.equal([]);
    });

    it("finds by either address, the lowest id among several", async () => {
      await store().images.save(anImage({ id: 3, url: "a.jpg", sourceUrl: "https://images.example/same" }));
      await store().images.save(anImage({ id: 2, url: "b.jpg", sourceUrl: "https://images.example/same" }));
      await store().images.save(anImage({ id: 1, url: "c.jpg" }));
      await store().images.save(anImage({ id: 4, url: "https://images.example/same" }));
      expect((await store().images.findByUrl("https://images.example/same"))?.id).to.equal(2);
      expect((await store().images.findByUrl("a.jpg"))?.id).to.equal(3);
      expect(await store().images.findByUrl("A.jpg")).to.equal(undefined);
      expect(await store().images.findByUrl("%")).to.equal(undefined);
      expect(await store().images.findByUrl("")).to.equal(undefined);
    });

    it("removes, once", async () => {
      await store().images.save(anImage({ id: 1 }));
      expect(await store().images.remove(1)).to.equal(true);
      expect(await store().images.remove(1)).to.equal(false);
      expect(await store().images.find(1)).to.equal(undefined);
      expect(await store().images.findByUrl(anImage({ id: 1 }).url)).to.equal(undefined);
    });

    it("lists the newest first, a page at a time", async () => {
      for (const id of [30, 10, 20]) await store().images.save(anImage({ id }));
      expect(await store().images.list({ page: 1, perPage: 2 })).to.deep.equal({
        items: [anImage({ id: 30 }), anImage({ id: 20 })],
        total: 3,
      });
      expect(await store().images.list({ page: 2, perPage: 2 })).to.deep.equal({
        items: [anImage({ id: 10 })],
        total: 3,
      });
      expect(await store().images.list({ page: 9, perPage: 2 })).to.deep.equal({ items: [], total: 3 });
      await store().images.remove(20);
      expect((await store().images.list({ page: 1, perPage: 2 })).total).to.equal(2);
    });

    it("reads on by id", async () => {
      for (const id of [30, 10, 20]) await store().images.save(anImage({ id }));
      expect(await store().images.readAfter(0, 2)).to.deep.equal([anImage({ id: 10 }), anImage({ id: 20 })]);
      expect(await store().images.readAfter(20, 2)).to.deep.equal([anImage({ id: 30 })]);
      expect(await store().images.readAfter(30, 2)).to.deep.equal([]);
    });
  });
};
