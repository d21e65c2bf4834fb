import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { imageFiles } from "@kalends/core/interface";
import { seedsOf } from "@kalends/storage-contract";
import { expect } from "chai";
import { createPlace, type Place } from "../kalends/kalends-process.ts";
import { bytesOf, fill, fillAccounts, TEXTS } from "../kalends/moved-records.ts";
import { stores } from "../stores.ts";

for (const store of stores.filter(({ name }) => name === "mongodb")) {
  describe("restoring MongoDB from an archive, as docs/how-to/maintain-the-storage.md has it", function () {
    this.timeout(120_000);
    let place: Place;
    before(() => {
      place = createPlace(store);
    });
    after(() => place.clear());

    /** Returns the content of all files in an archive, by path. */
    const archived = (folder: string): Readonly<Record<string, string>> => {
      const files = readdirSync(join(place.directory, folder), { withFileTypes: true, recursive: true });
      return Object.fromEntries(
        files
          .filter((entry) => entry.isFile())
          .map(({ parentPath, name }) => [
            join(parentPath, name).replace(`/${folder}/`, "/"),
            readFileSync(join(parentPath, name)).toString("base64"),
          ]),
      );
    };

    for (const seed of seedsOf(20_310_601).slice(1)) {
      it(`has every record, every account and every byte of every image again (SEED=${seed})`, async () => {
        await place.onStore(async (opened) => {
          await opened.transaction((unit) => fill(unit, seed));
          for (const text of TEXTS) await opened.userIds.numberOf(`user ${text}`);
          await (await opened.openAccounts()).transaction(fillAccounts);
          const media = await place.openMedia();
          for (const name of (await opened.images.readAfter(0, 1000)).flatMap(imageFiles))
            await media.put(
              name,
              (async function* () {
                yield bytesOf(name);
              })(),
            );
          await media.close();
        });
        const drill = await place.storage("drill");
        expect((await place.run(["export", "first"])).code).to.equal(0);
        expect((await place.run(["import", "--trusted", "first"], drill)).code).to.equal(0);
        expect((await place.run(["export", "second"], drill)).code).to.equal(0);
        expect(Object.keys(archived("first")).length).to.be.above(25);
        expect(archived("second")).to.deep.equal(archived("first"));
      });
    }
  });
}
