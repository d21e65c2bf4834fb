import type { BlobStore } from "@kalends/core";
import { expect } from "chai";
import { inPieces, readBlob, someBytes } from "../blobs.ts";
import { LONG_WITH_PROCESSES as LONG, runInThreeProcesses, runUntil } from "./child-process.ts";
import { blobBytes } from "./durable-tasks.ts";
import { createUse, type DurableStore } from "./opener.ts";

/**
 * Defines the tests that every durable blob store must pass: reopening the store, several processes, and a
 * killed writer.
 */
export const durableBlobStoreContract = ({ newPlace, opener }: DurableStore): void => {
  const use = createUse<BlobStore>(opener);
  describe("durability of blobs", () => {
    it("gives everything back after it was closed, and to another one that opens it", async () => {
      const place = await newPlace();
      await use(place, (store) => store.put("a/b", inPieces(someBytes(70_000))));
      await use(place, (one) =>
        use(place, async (other) => {
          expect((await readBlob(one, "a/b"))?.equals(someBytes(70_000))).to.equal(true);
          await one.put("c", inPieces(someBytes(3)));
          expect(await other.size("c")).to.equal(3);
          expect(await other.put("c", inPieces())).to.equal(false);
          expect(await other.remove("a/b")).to.equal(true);
          expect(await one.readAfter("", 10)).to.deep.equal(["c"]);
        }),
      );
    });

    it("keeps all that a killed writer has reported, and nothing by half", async () => {
      const place = await newPlace();
      const acknowledged: string[] = [];
      for (const [first, number] of [
        [1, 1],
        [1001, 5],
        [2001, 12],
      ] as const) {
        acknowledged.push(...(await runUntil(number, opener, place, "putBlobs", first)));
        await use(place, async (store) => {
          const names = await store.readAfter("", 10_000);
          expect(names).to.include.members(acknowledged.map((reported) => `blobs/${reported}`));
          for (const name of names) {
            const whole = blobBytes(Number(name.split("/")[1]));
            expect(await store.size(name), name).to.equal(whole.length);
            expect((await readBlob(store, name))?.equals(whole), name).to.equal(true);
          }
        });
      }
    }).timeout(LONG);

    it("has nothing of a blob whose writer was killed in its midst, and takes it again", async () => {
      const place = await newPlace();
      await runUntil(300, opener, place, "putEndless");
      await use(place, async (store) => {
        expect(await store.size("endless")).to.equal(undefined);
        expect(await store.read("endless")).to.equal(undefined);
        expect(await store.readAfter("", 10)).to.deep.equal([]);
        expect(await store.put("endless", inPieces(someBytes(5)))).to.equal(true);
        expect(await readBlob(store, "endless")).to.deep.equal(Buffer.from(someBytes(5)));
      });
    }).timeout(LONG);

    it("gives each name to one of several processes", async () => {
      const place = await newPlace();
      const reported = await runInThreeProcesses(opener, place, "putSame", 15);
      const winners = new Map(reported.map((line) => line.split(":").map(Number) as [number, number]));
      expect(reported).to.have.length(15);
      expect(winners.size).to.equal(15);
      await use(place, async (store) => {
        for (const [number, winner] of winners)
          expect((await readBlob(store, `same/${number}`))?.equals(blobBytes(winner))).to.equal(true);
      });
    }).timeout(LONG);
  });
};
