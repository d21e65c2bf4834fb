import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { BlobStore } from "@kalends/core";
import { imageFiles } from "@kalends/core/interface";
import type { StoreWithAccounts } from "@kalends/core/storage";
import { STATUSES, seedsOf } from "@kalends/storage-contract";
import { expect } from "chai";
import { stores, type TestStore } from "../stores.ts";
import { createPlace, type Environment, type Place } from "./kalends-process.ts";
import { bytesOf, EVENTS, fill, fillAccounts, TEXTS } from "./moved-records.ts";

async function* source(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Storage under test. If its files are in a directory, `folder` is their subfolder. */
interface Kept {
  readonly kept: TestStore;
  readonly where: Place;
  readonly name?: string;
  readonly folder?: string;
}

/** Returns the content of all image files, by name. */
const filesIn = async (media: BlobStore): Promise<Readonly<Record<string, Buffer>>> => {
  const files: Record<string, Buffer> = {};
  for (const name of await media.readAfter("", 1000)) {
    const pieces: Uint8Array[] = [];
    for await (const piece of (await media.read(name)) ?? []) pieces.push(piece);
    files[name] = Buffer.concat(pieces);
  }
  return files;
};

/** Returns all data in the repositories of a store. */
const contentsOf = async (store: StoreWithAccounts) => {
  const accounts = await store.openAccounts();
  return {
    events: await store.events.readAfter(0, 1000),
    occurrences: await store.events.occurrencesAfter(0, 1000),
    venues: await store.venues.readAfter(0, 1000),
    organizers: await store.organizers.readAfter(0, 1000),
    terms: await store.terms.readAfter(0, 1000),
    images: await store.images.readAfter(0, 1000),
    documents: await store.documents.readAfter("", "", 1000),
    users: await store.userIds.readAfter(0, 1000),
    accounts: await accounts.list(),
    last: [await store.ids.last("record"), await store.ids.last("term"), await accounts.ids.last("account")],
  };
};

for (const [seed, from] of seedsOf(20_310_501).flatMap((one) =>
  stores.map((store) => [one, store] as const),
)) {
  for (const to of stores.filter((other) => other !== from)) {
    describe(`moving from ${from.name} to ${to.name} and back, seed ${seed}`, function () {
      this.timeout(300_000);
      let place: Place;
      let target: Place;
      before(() => {
        place = createPlace(from);
        target = createPlace(to);
      });
      after(() => Promise.all([place.clear(), target.clear()]));

      const contentsAt = async (where: Place, name?: string) => {
        const store = await where.open(name);
        try {
          return await contentsOf(store);
        } finally {
          await store.close();
        }
      };
      /**
       * Opens a storage with its image files, where commands in the directory of the place would look for
       * them.
       */
      const withMedia = async <T>(
        { kept, where, name, folder = "" }: Kept,
        work: (media: BlobStore) => Promise<T>,
      ): Promise<T> => {
        const media = await kept.openMediaAt(await where.address(name), join(place.directory, folder));
        try {
          return await work(media);
        } finally {
          await media.close();
        }
      };
      /**
       * Returns the records in an archive, by file. They are parsed, because stores may write members in
       * another order.
       */
      const recordsIn = (folder: string): Readonly<Record<string, readonly unknown[]>> =>
        Object.fromEntries(
          readdirSync(join(place.directory, folder), { withFileTypes: true })
            .filter((entry) => entry.isFile())
            .map(({ name }) => {
              const lines = readFileSync(join(place.directory, folder, name), "utf8")
                .trimEnd()
                .split("\n");
              return [name, lines.map((line) => JSON.parse(line))];
            }),
        );
      const run = async (args: readonly string[], where: Place, more: Environment = {}, name?: string) => {
        const { code, errors } = await place.run(args, { ...(await where.storage(name)), ...more });
        // Slow runs also print progress lines, which are removed.
        expect(errors.replace(/^kalends: \d+ records, [\d.]+ a second\n/gm, "")).to.equal("");
        expect(code).to.equal(0);
      };

      it("keeps every member of every record, and every byte of every image", async () => {
        const store = await place.open();
        await store.transaction((unit) => fill(unit, seed));
        for (const text of TEXTS) await store.userIds.numberOf(`user ${text}`);
        await (await store.openAccounts()).transaction(fillAccounts);
        await store.close();
        const contents = await contentsAt(place);
        const start: Kept = { kept: from, where: place };
        await withMedia(start, async (media) => {
          for (const name of contents.images.flatMap(imageFiles))
            await media.put(name, source(bytesOf(name)));
        });
        const files = await withMedia(start, filesIn);
        expect(Object.keys(files)).to.have.length(20);
        expect([contents.events.length, contents.occurrences.length]).to.deep.equal([EVENTS + 1, 8]);
        expect([contents.documents.length, contents.users.length]).to.deep.equal([8, 8]);
        expect(new Set(contents.events.map(({ status }) => status))).to.deep.equal(new Set(STATUSES));

        await run(["export", "first"], place);
        await run(["import", "first"], target);
        expect(await contentsAt(target)).to.deep.equal(contents);
        expect(isDeepStrictEqual(await withMedia({ kept: to, where: target }, filesIn), files)).to.equal(
          true,
        );
        await run(["export", "second"], target);
        expect(recordsIn("second")).to.deep.equal(recordsIn("first"));
        // Without this setting, both storages would use the same folder for images.
        const elsewhere = from.openMedia ? {} : { KALENDS_MEDIA: "./back/kalends-media" };
        await run(["import", "second"], place, elsewhere, "back");
        expect(await contentsAt(place, "back")).to.deep.equal(contents);
        const back = await withMedia({ ...start, name: "back", folder: "back" }, filesIn);
        expect(isDeepStrictEqual(back, files)).to.equal(true);
      });
    });
  }
}
