import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { erasureMemory } from "@kalends/core";
import type { StoreWithAccounts } from "@kalends/core/storage";
import { createImportReport, IMPORTED_AUTHORS, rememberedAuthors } from "@kalends/import";
import { anAccount, anEvent } from "@kalends/storage-contract";
import { expect } from "chai";
import { exportArchive, importArchive } from "kalends/internals";
import { firstStore } from "../stores.ts";
import { createMemoryBlobStore } from "../unit/images/fakes.ts";

const KEYS = "api-keys/keys";
const SITE = "old.example";
const blobStore = createMemoryBlobStore();

const credential = (id: string) =>
  ({ id, kind: "token", label: id, hash: `sha256$${id}`, createdUtc: "2030-01-01 00:00:00" }) as const;

for (const tested of firstStore) {
  describe(`authors of archives, on ${tested.name}`, () => {
    let folder: string;
    let theirs: StoreWithAccounts;
    let ours: StoreWithAccounts;
    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), "kalends-"));
      [theirs, ours] = [await tested.open(), await tested.open()];
      const accounts = await theirs.openAccounts();
      await accounts.ids.reserve("account", 7);
      await accounts.save(anAccount({ id: 7, name: "Bob", credentials: [credential("bobs")] }));
      await theirs.events.save(anEvent({ id: 20, author: 7 }));
      await theirs.ids.reserve("record", 20);
      await theirs.documents.save({ collection: KEYS, key: "1", value: { user: 7, hash: "x" } });
      const value = { number: 7, site: SITE, author: 5 };
      await theirs.documents.save({ collection: IMPORTED_AUTHORS, key: `5@${SITE}`, value });
    });
    afterEach(async () => {
      await Promise.all([theirs.close(), ours.close()]);
      rmSync(folder, { recursive: true });
    });

    const addAccount = async (name: string, id = 7): Promise<void> => {
      const accounts = await ours.openAccounts();
      await accounts.ids.reserve("account", id);
      await accounts.save(anAccount({ id, name, credentials: [credential(name)] }));
    };
    const exportTo = async (place: string): Promise<void> => {
      const accounts = await theirs.openAccounts();
      await exportArchive({ store: theirs, accounts, blobStore, folder: join(folder, place) });
    };
    const importFrom = async (place: string) => {
      const lines: string[] = [];
      const report = createImportReport({ warn: (line) => void lines.push(line) });
      const target = {
        ...{ store: ours, accounts: await ours.openAccounts(), blobStore },
        loadEvents: (_count: number, work: () => Promise<unknown>) => work(),
        seriesLimits: { horizon: "2036-01-01 00:00:00", dayCutoff: "00:00" },
        extendSeries: async () => 0,
        clean: undefined,
      };
      await importArchive(target, join(folder, place), report);
      return { ...report.counts(), lines: lines.join("\n") };
    };
    const authorHere = async (): Promise<number> => (await ours.events.find(20))?.author ?? 0;

    it("are nobody where an account has their number, who gets neither their records nor their keys", async () => {
      await addAccount("Ann");
      await exportTo("archive");
      const { lines } = await importFrom("archive");
      const author = await authorHere();
      const accounts = await ours.openAccounts();
      expect([author > 7, await accounts.find(author)]).to.deep.equal([true, undefined]);
      expect(lines).to.include("the author 7 (Bob) of the archive");
      expect(await ours.documents.find(KEYS, "1")).to.equal(undefined);
      expect(lines).to.include("it names the user 7, who is another person here");
      // A later import from the live site uses the same account.
      expect(await rememberedAuthors(ours).find(SITE, 5)).to.equal(author);
      const again = await importFrom("archive");
      expect(again.unchanged).to.include({ events: 1 });
      expect(await authorHere()).to.equal(author);
    });

    it("are the account of their name, also by another number", async () => {
      await addAccount("Carl");
      await addAccount("bob", 9);
      await exportTo("archive");
      await importFrom("archive");
      expect(await authorHere()).to.equal(9);
      expect(await ours.documents.find(KEYS, "1")).to.equal(undefined);
    });

    it("stay the account that has changed since", async () => {
      const accounts = await ours.openAccounts();
      await accounts.ids.reserve("account", 7);
      const credentials = [credential("bobs"), credential("new")];
      await accounts.save(anAccount({ id: 7, name: "Bob", revision: 4, credentials }));
      await exportTo("archive");
      await importFrom("archive");
      expect(await authorHere()).to.equal(7);
      expect(await ours.documents.find(KEYS, "1")).to.deep.include({ user: 7 });
    });

    it("bring no account that would get the records of an imported author", async () => {
      const number = await rememberedAuthors(ours).keep("other.example", 7, 7);
      await ours.events.save(anEvent({ id: 30, author: number, slug: "theirs" }));
      await exportTo("archive");
      const { lines } = await importFrom("archive");
      expect(await (await ours.openAccounts()).find(7)).to.equal(undefined);
      expect(lines).to.include("the number 7 belongs to the author 7@other.example here");
      expect(await authorHere()).to.be.above(7);
      // If the archive also maps the author to an account, the mapping of the archive is used.
      await theirs.documents.save({
        collection: IMPORTED_AUTHORS,
        key: "7@other.example",
        value: { number: 7, site: "other.example", author: 7 },
      });
      await exportTo("second");
      expect((await importFrom("second")).added).to.include({ accounts: 1 });
    });

    it("bring nothing back of who was erased", async () => {
      await erasureMemory(ours.documents).save("account", 7, { isDone: true });
      await addAccount("Bob", 9);
      await exportTo("archive");
      await importFrom("archive");
      expect([await authorHere(), await ours.documents.find(KEYS, "1")]).to.deep.equal([7, undefined]);
    });
  });
}
