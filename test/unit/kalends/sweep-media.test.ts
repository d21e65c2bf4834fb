import { replacedFiles } from "@kalends/core/interface";
import type { Store } from "@kalends/core/storage";
import { anImage } from "@kalends/storage-contract";
import { openSqliteStore } from "@kalends/store-sqlite";
import { expect } from "chai";
import { createRemoveOldFiles, sweepMedia } from "kalends/internals";
import { createMemoryBlobStore, type MemoryBlobStore } from "../images/fakes.ts";

const SIZE = { width: 1, height: 1, mimeType: "image/png" };

describe("sweeping", () => {
  let store: Store;
  let blobStore: MemoryBlobStore;

  const put = async (...names: readonly string[]): Promise<void> => {
    for (const name of names) {
      await blobStore.put(
        name,
        (async function* () {
          yield Buffer.from(name);
        })(),
      );
    }
  };

  beforeEach(async () => {
    store = await openSqliteStore(":memory:");
    blobStore = createMemoryBlobStore();
    const sizes = {
      small: { ...SIZE, url: "2031/03/a-1x1.png" },
      far: { ...SIZE, url: "https://a.example/a.png" },
    };
    await store.images.save(anImage({ id: 1, url: "2031/03/a.png", sizes }));
    await put("2031/03/a.png", "2031/03/a-1x1.png");
  });
  afterEach(() => store.close());

  it("removes the files that no image names, and no others", async () => {
    const lost = Array.from({ length: 1_200 }, (_, index) => `2031/04/lost-${index}.png`);
    await put(...lost);
    expect(await sweepMedia({ store, blobStore, wait: async () => {} })).to.equal(1_200);
    expect(blobStore.names()).to.deep.equal(["2031/03/a-1x1.png", "2031/03/a.png"]);
  });

  it("leaves a file whose image comes while it waits", async () => {
    await put("2031/04/b.png", "2031/04/c.png");
    const wait = (): Promise<void> => store.images.save(anImage({ id: 2, url: "2031/04/b.png" }));
    expect(await sweepMedia({ store, blobStore, wait })).to.equal(1);
    expect(blobStore.names()).to.include("2031/04/b.png");
  });

  it("keeps replaced files until their time has come", async () => {
    await put("2031/04/b.png", "2031/04/b-1x1.png", "2031/04/c.png");
    const files = ["2031/04/b.png", "2031/04/b-1x1.png"];
    await replacedFiles(store.documents).add({ image: 1, replaced: 1_000, files });
    expect(await sweepMedia({ store, blobStore, wait: async () => {} })).to.equal(1);
    expect(blobStore.names()).to.include.members(files);
    const days = 24 * 3_600_000;
    const remove = (now: number, isStopping = false) =>
      createRemoveOldFiles({ store, blobStore, clock: { now: () => now } })(() => isStopping);
    expect(await remove(999 + 30 * days)).to.equal(0);
    expect(await remove(1_000 + 30 * days, true)).to.equal(0);
    expect(blobStore.names()).to.include.members(files);
    expect(await remove(1_000 + 30 * days)).to.equal(2);
    expect(blobStore.names()).to.deep.equal(["2031/03/a-1x1.png", "2031/03/a.png"]);
    expect(await remove(1_000 + 30 * days)).to.equal(0);
    expect(await store.documents.readAfter("", "", 10)).to.deep.equal([]);
  });

  it("does not wait when there is nothing to remove", async () => {
    const wait = () => Promise.reject(new Error("It waits."));
    expect(await sweepMedia({ store, blobStore, wait })).to.equal(0);
  });
});
